/** Which updates are late, from the vectors that the fold is held to as well. */
import { RequestTimedOut } from "@rxacp/core"
import { describe, expect, it } from "vitest"
import vectors from "../../../../test/vectors/late-updates.vectors.json" with { type: "json" }
import { ByteShare } from "../../src/internal/byte-budget.ts"
import type { SessionUpdate } from "../../src/schema/index.ts"
import type { Input } from "../../src/session/machine/input.ts"
import type { UpdatePhase } from "../../src/session/session-event.ts"
import { SessionMachine } from "../../src/session/session-machine.ts"
import type { Outcome } from "../../src/wire/messages/outcome.ts"
import type { UpdateEvent } from "../../src/wire/updates/update-event.ts"

interface Step {
  readonly step?: string
  readonly update?: unknown
  readonly unknown?: string
  readonly phase?: string
}

const FAILURE = new RequestTimedOut({ method: "session/prompt", ms: 1, waitedFor: "turn" })

/** A session that records at once and writes at once. */
const playedSession = () => {
  const machine = new SessionMachine("s", 1, new ByteShare(1024 * 1024))
  let requestId = 0
  let seq = 0

  const take = (input: Input): void => {
    for (const effect of machine.take(input).effects) {
      if (effect.type === "record") take({ type: "decided", decision: effect.decision })
      if (effect.type === "send") take({ type: "written", requestId: effect.requestId })
    }
  }
  const answered = (method: "session/prompt" | "session/load", outcome: Outcome): void =>
    take({ type: "answered", method, requestId, outcome })

  const steps: Readonly<Record<string, () => void>> = {
    turnStarts: () => take({ type: "promptAsked", requestId: ++requestId, prompt: [] }),
    turnEnds: () => answered("session/prompt", { result: { stopReason: "end_turn" } }),
    turnFails: () => answered("session/prompt", { failure: FAILURE }),
    turnExpires: () => take({ type: "expired", clock: "turn", failure: FAILURE }),
    turnIsCancelled: () => take({ type: "cancelAsked" }),
    loadStarts: () => take({ type: "loadAsked", requestId: ++requestId, quiet: false }),
    loadEnds: () => answered("session/load", { result: {} }),
    loadFails: () => answered("session/load", { failure: FAILURE })
  }

  const phaseOf = ({ update, unknown }: Step): UpdatePhase | undefined => {
    seq++
    const event: UpdateEvent =
      unknown === undefined
        ? { _tag: "Update", sessionId: "s", update: update as SessionUpdate, seq }
        : { _tag: "UnknownUpdate", sessionId: "s", sessionUpdate: unknown, raw: {}, seq }
    return machine.update(event, 100)?.phase
  }

  return { steps, phaseOf }
}

describe("the phase of an update in a session", () => {
  it.each(vectors.vectors)("$name", ({ steps }) => {
    const session = playedSession()
    for (const each of steps as ReadonlyArray<Step>) {
      if (each.step === undefined) expect([each, session.phaseOf(each)]).toEqual([each, each.phase])
      else session.steps[each.step]?.()
    }
  })

  it("knows every step that the vectors take", () => {
    const taken = vectors.vectors.flatMap(({ steps }) =>
      (steps as ReadonlyArray<Step>).flatMap(({ step }) => step ?? [])
    )
    expect([...new Set(taken)].sort()).toEqual(Object.keys(playedSession().steps).sort())
  })
})
