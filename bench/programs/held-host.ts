/**
 * What a hostile agent makes the host keep: resident size before and after one case, after collecting garbage. Run with
 * `--expose-gc` and the name of a case; `held-cases.ts` has them.
 */
import { type HeldCase, heldCases } from "./held-cases.ts"
import { report } from "./report.ts"

/** Resident size in MB, and what was seen beside. */
export interface HeldSample {
  readonly case: string
  readonly beforeMB: number
  readonly afterMB: number
  readonly diagnostics: Readonly<Record<string, number>>
}

const residentMB = (): number => {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().rss / 1024 / 1024
}

const [name = ""] = process.argv.slice(2)
const run: HeldCase | undefined = heldCases[name]
if (run === undefined) throw new Error(`no case is called ${name}; there are ${Object.keys(heldCases).join(", ")}`)
const beforeMB = residentMB()
const attacked = await run()
await new Promise((resolve) => setImmediate(resolve))
const afterMB = residentMB()
// Used after the measurement, so that the connection and all that hangs on it was alive then.
attacked.send("")
report<HeldSample>({ case: name, beforeMB, afterMB, diagnostics: Object.fromEntries(attacked.diagnostics) })
