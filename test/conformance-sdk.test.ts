/** Our verdict on updates against that of the official SDK's validators. */
import { decodeSessionUpdate } from "@rxacp/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { zSessionUpdate } from "../node_modules/@agentclientprotocol/sdk/dist/v1/schema/zod.gen.js"
import { official } from "./support/official-schema.ts"
import { mutated } from "./support/official-values.ts"

/**
 * Whether we take an update as the SDK does. We are meant to take three more: those with an unknown tag, those whose
 * content as a whole has an unknown type (in a list the SDK leaves such content out, we keep it), and those that say
 * `modeId` for `currentModeId`.
 */
const verdict = (raw: unknown): "accepted" | "refused" | "accepted only here" => {
  const decoded = decodeSessionUpdate(raw)
  if (decoded._tag === "Failure") return "refused"
  if (decoded.success._tag === "UnknownUpdate") return "accepted only here"
  const isOurs = (decoded.success.issues ?? []).some(
    ({ kind, path }) => kind === "alias" || path.join(".") === "content.type"
  )
  return isOurs ? "accepted only here" : "accepted"
}

const updates = mutated("SessionUpdate")

describe("10,000 broken updates", () => {
  const seen = { accepted: 0, refused: 0, "accepted only here": 0 }

  it("get the verdict that the official SDK gives them", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(updates, (raw) => {
        const ourVerdict = verdict(raw)
        seen[ourVerdict]++
        expect(zSessionUpdate.safeParse(raw).success).toBe(ourVerdict === "accepted")
      }),
      { numRuns: 10_000 }
    )
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(1_000)
    expect(seen["accepted only here"]).toBeGreaterThan(10)
  })

  it("come from a schema with fourteen kinds of updates", () => {
    expect(official.$defs.SessionUpdate?.oneOf).toHaveLength(14)
  })
})
