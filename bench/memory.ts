/** What a hostile agent makes a host with default options keep, case by case. */
import { heldCases } from "./programs/held-cases.ts"
import type { HeldSample } from "./programs/held-host.ts"
import { runProgram } from "./support/programs.ts"

/** Runs every case in a process of its own, one after the other. */
export const benchMemory = async (): Promise<Array<HeldSample>> => {
  const samples: Array<HeldSample> = []
  for (const name of Object.keys(heldCases)) {
    samples.push(await runProgram<HeldSample>("held-host", [name], ["--expose-gc"]))
  }
  return samples
}
