/**
 * What a fold costs: time per update at the start and at the end of long conversations, and the memory that one kept
 * snapshot adds. Run with `npx tsx --conditions=@rxacp/source bench/fold.ts`.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import type { SessionUpdate } from "@rxacp/core"
import { emptySession, foldSession, messages, messageText, type SessionState } from "@rxacp/fold"

/** A load: how many updates, and the one at each place. Updates are made one at a time, as a decoder makes them. */
export interface FoldLoad {
  readonly name: string
  readonly updates: number
  readonly at: (index: number) => SessionUpdate
}

/** What was measured of a load. Times are nanoseconds an update, bytes are heap bytes. */
export interface FoldCost {
  readonly name: string
  readonly updates: number
  readonly first: number
  readonly last: number
  readonly perSnapshot: number
}

const KEEP_EVERY = 1_000
const TENTH = 10

const chunk = (messageId: string, text: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  messageId,
  content: { type: "text", text }
})
const call = (id: number): SessionUpdate => ({
  sessionUpdate: "tool_call",
  toolCallId: `call-${id}`,
  title: `Read file ${id}`,
  kind: "read",
  status: "pending"
})
const patch = (id: number, step: number): SessionUpdate => ({
  sessionUpdate: "tool_call_update",
  toolCallId: `call-${id}`,
  status: step === 20 ? "completed" : "in_progress",
  content: [{ type: "content", content: { type: "text", text: `line ${step}` } }]
})

const calls = 5_000
const steps = 21

/** The loads, each far longer than a conversation with a person. */
export const foldLoads: ReadonlyArray<FoldLoad> = [
  { name: "one message of 200,000 chunks", updates: 200_000, at: (i) => chunk("m", `word ${i} `) },
  {
    name: "10,000 messages, 20 chunks each",
    updates: 200_000,
    at: (i) => chunk(`m${Math.floor(i / 20)}`, `word ${i} `)
  },
  { name: "10,000 messages, chunks interleaved", updates: 200_000, at: (i) => chunk(`m${i % 10_000}`, `word ${i} `) },
  {
    name: "5,000 tool calls, 20 patches each in a burst",
    updates: calls * steps,
    at: (i) => (i % steps === 0 ? call(Math.floor(i / steps)) : patch(Math.floor(i / steps), i % steps))
  },
  {
    name: "5,000 tool calls, 20 patches each interleaved",
    updates: calls * steps,
    at: (i) => (i < calls ? call(i) : patch(i % calls, Math.floor(i / calls)))
  },
  {
    name: "chunks and tool calls mixed",
    updates: 200_000,
    at: (i) => (i % 4 === 0 ? call(i) : i % 4 === 1 ? patch(i - 1, 20) : chunk(`m${Math.floor(i / 40)}`, `word ${i} `))
  }
]

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

const heap = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

interface Folded {
  readonly state: SessionState
  readonly first: number
  readonly last: number
}

/** Folds the whole load, timing its first and its last tenth without the cost of making the updates. */
const folded = ({ updates, at }: FoldLoad, keep: (state: SessionState) => void): Folded => {
  const block = updates / TENTH
  let state = emptySession()
  const times: Array<number> = []
  for (let start = 0; start < updates; start += block) {
    const made = Array.from({ length: block }, (_, offset) => at(start + offset))
    const begin = process.hrtime.bigint()
    for (let offset = 0; offset < block; offset += 1) {
      state = foldSession(state, made[offset] as SessionUpdate)
      if ((start + offset) % KEEP_EVERY === 0) keep(state)
    }
    times.push(Number(process.hrtime.bigint() - begin) / block)
  }
  return { state, first: times[0] ?? 0, last: times.at(-1) ?? 0 }
}

const measured = (load: FoldLoad): FoldCost => {
  folded(load, () => {})
  const snapshots: Array<SessionState> = []
  const { state, first, last } = folded(load, (snapshot) => snapshots.push(snapshot))
  const kept = snapshots.length
  const withSnapshots = heap()
  snapshots.length = 0
  const perSnapshot = (withSnapshots - heap()) / kept
  // Reading the state here keeps it alive up to the last measurement.
  if (messages(state).some((message) => messageText(message) === "")) throw new Error(`${load.name}: an empty message`)
  return { name: load.name, updates: load.updates, first, last, perSnapshot }
}

/** Measures every load, each folded once before to warm up. */
export const benchFold = (): ReadonlyArray<FoldCost> => foldLoads.map(measured)

const isMain = process.argv[1] === new URL(import.meta.url).pathname
if (isMain) {
  console.table(
    benchFold().map(({ name, updates, first, last, perSnapshot }) => ({
      load: name,
      updates,
      "first tenth, ns": Math.round(first),
      "last tenth, ns": Math.round(last),
      "bytes a snapshot": Math.round(perSnapshot)
    }))
  )
}
