/**
 * What a fold costs: time per update at the start and at the end of long conversations, and the memory that one kept
 * snapshot adds. Run with `npx tsx --conditions=@rxacp/source bench/fold.ts`.
 */
import { pathToFileURL } from "node:url"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import type { SessionUpdate } from "@rxacp/core"
import { emptySession, foldSession, type SessionState } from "@rxacp/fold"

/** A load: how many updates, and the one at each place. Updates are made one at a time, as a decoder makes them. */
export interface FoldLoad {
  readonly name: string
  readonly updates: number
  readonly at: (index: number) => SessionUpdate
}

/** What was measured of a load: nanoseconds an update (the best of the rounds, on a quiet machine), and heap
 * bytes. */
export interface FoldCost {
  readonly name: string
  readonly updates: number
  /** `JSON.parse` of the same updates, to compare with on any machine. */
  readonly parse: number
  /** The fold's first tenth of the load, and its last. */
  readonly first: number
  readonly last: number
  /** What one more kept snapshot adds, with one kept every 1,000 updates. */
  readonly perSnapshot: number
}

const KEEP_EVERY = 1_000
const TENTHS = 10
const BATCH = 100

const chunk = (messageId: string, text: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  messageId,
  content: { type: "text", text }
})
const image = (data: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  messageId: "m",
  content: { type: "image", data, mimeType: "image/png" }
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
  { name: "one message of 50,000 images", updates: 50_000, at: (i) => image(`${i}`) },
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

const now = (): number => Number(process.hrtime.bigint())

interface Round {
  readonly state: SessionState
  readonly parse: ReadonlyArray<number>
  readonly fold: ReadonlyArray<number>
}

/** Parses and folds a load in small batches, as they come from a pipe, and gives the times a tenth of the load. */
const round = ({ updates, at }: FoldLoad, keep: (state: SessionState) => void): Round => {
  const tenth = updates / TENTHS
  const parse = new Array<number>(TENTHS).fill(0)
  const fold = new Array<number>(TENTHS).fill(0)
  let state = emptySession()
  for (let start = 0; start < updates; start += BATCH) {
    const lines = Array.from({ length: BATCH }, (_, offset) => JSON.stringify(at(start + offset)))
    const begin = now()
    const parsed = lines.map((line): SessionUpdate => JSON.parse(line))
    const between = now()
    for (const update of parsed) state = foldSession(state, update)
    const end = now()
    const place = Math.floor(start / tenth)
    parse[place] = (parse[place] ?? 0) + (between - begin) / tenth
    fold[place] = (fold[place] ?? 0) + (end - between) / tenth
    if (start % KEEP_EVERY === 0) keep(state)
  }
  return { state, parse, fold }
}

const snapshotBytes = (load: FoldLoad): number => {
  const snapshots: Array<SessionState> = []
  const { state } = round(load, (snapshot) => snapshots.push(snapshot))
  const kept = snapshots.length
  const withSnapshots = heap()
  snapshots.length = 0
  const bytes = (withSnapshots - heap()) / kept
  // Reading the state here keeps it alive up to the last measurement.
  if (state.timeline.length === 0) throw new Error(`${load.name}: nothing was folded`)
  return bytes
}

const measured = (load: FoldLoad, rounds: number): FoldCost => {
  const all = Array.from({ length: rounds + 1 }, () => round(load, () => {})).slice(1)
  const best = (read: (round: Round) => number | undefined) => Math.min(...all.map((each) => read(each) ?? Infinity))
  return {
    name: load.name,
    updates: load.updates,
    parse: best(({ parse }) => Math.min(...parse)),
    first: best(({ fold }) => fold[0]),
    last: best(({ fold }) => fold.at(-1)),
    perSnapshot: snapshotBytes(load)
  }
}

/** Measures every load in so many rounds, after one to warm up. */
export const benchFold = (rounds = 5): ReadonlyArray<FoldCost> => foldLoads.map((load) => measured(load, rounds))

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  console.table(
    benchFold().map(({ name, updates, parse, first, last, perSnapshot }) => ({
      load: name,
      updates,
      "JSON.parse, ns": Math.round(parse),
      "first tenth, ns": Math.round(first),
      "last tenth, ns": Math.round(last),
      "bytes a snapshot": Math.round(perSnapshot)
    }))
  )
}
