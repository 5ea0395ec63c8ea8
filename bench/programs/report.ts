/** How the programs hand back what they measured. */
import { writeSync } from "node:fs"

/** Prints the result as the only line of stdout and leaves. */
export const report = <Result>(result: Result): never => {
  writeSync(1, `${JSON.stringify(result)}\n`)
  process.exit(0)
}
