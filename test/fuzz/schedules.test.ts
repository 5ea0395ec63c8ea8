import process from "node:process"
import { expect, it } from "vitest"
import { runSeed } from "./run-seed.ts"
import { seedsOf } from "./seeds.ts"

const seeds = seedsOf(process.env)

it(
  `nothing is lost, doubled or reordered, all ends once and a replay equals the live run, in ${seeds.length} random schedules`,
  async () => {
    const broken: Array<string> = []
    for (const seed of seeds) broken.push(...(await runSeed(seed)))
    expect(broken).toEqual([])
  },
  60_000 + 1_000 * seeds.length
)
