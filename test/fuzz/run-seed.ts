/** One schedule: an agent and a host that act in turn, an orderly or an early end, and what does not hold after it. */
import { createTransport } from "@rxacp/core"
import { brokenInvariants } from "./invariants.ts"
import { type JournalKind, modelJournal } from "./journals.ts"
import { ModelAgent } from "./model-agent.ts"
import { ModelHost, type WatchedSession } from "./model-host.ts"
import { nextTurn, Random } from "./random.ts"
import { replayDifferences } from "./replay-equality.ts"

const MAX_LINE_BYTES = 2_000

/** Runs the schedule of a seed; each line of the result says what broke, and begins with the seed. */
export const runSeed = async (seed: number): Promise<ReadonlyArray<string>> => {
  const random = new Random(seed)
  const journalKind = random.pick<JournalKind>(["none", "sync", "async", "slow", "failing"])
  const maxLineBytes = random.chance(0.2) ? MAX_LINE_BYTES : undefined
  const agent = new ModelAgent(random, maxLineBytes)
  const writes = random.pick(["sync", "sync", "async", "sometimes"])
  let host: ModelHost | undefined
  let beforeFailure: ReadonlyMap<WatchedSession, number> | undefined
  const journal =
    journalKind === "none"
      ? undefined
      : modelJournal(journalKind, random, () => {
          beforeFailure = new Map(host?.sessions.map((watched) => [watched, watched.events.length]))
        })
  const { output } = agent
  const source = { bytes: output.bytes, pause: () => output.pause(), resume: () => output.resume() }
  const write = (line: string): void | Promise<void> => {
    agent.receive(line)
    if (writes === "async" || (writes === "sometimes" && random.chance(0.3))) return random.pause()
  }
  const transport = createTransport(
    { source, write, close: () => output.close() },
    { ...(journal && { journal }), ...(maxLineBytes !== undefined && { maxLineBytes }) }
  )
  host = new ModelHost(random, transport)

  for (let left = 40 + random.below(160); left > 0; left--) {
    if (random.chance(0.45)) host.step()
    else agent.step()
    if (random.chance(0.3)) await random.pause()
  }
  const orderly = !host.closing && !output.dead && random.chance(0.7)
  host.settle()
  if (orderly) await settle(agent)
  const closed = await host.closed()
  for (let left = 8; left > 0; left--) await nextTurn()

  const undisturbed = orderly && beforeFailure === undefined
  const broken = [
    ...(closed ? [] : ["close() did not settle"]),
    ...(transport.flow.state.holders === 0 ? [] : ["a hold was left"]),
    ...brokenInvariants(agent, host, { orderly: undisturbed }),
    ...(journal ? await replayDifferences(journal.records, { sessions: host.sessions, beforeFailure }) : [])
  ]
  return broken.map((text) => `seed ${seed} (journal ${journalKind}, permissions ${host.permissions}): ${text}`)
}

/** The agent answers everything, and all of it is delivered. */
const settle = async (agent: ModelAgent): Promise<void> => {
  for (let left = 30; left > 0; left--) {
    agent.settle()
    await nextTurn()
  }
  for (let left = 60; left > 0; left--) {
    agent.output.flush()
    await nextTurn()
  }
}
