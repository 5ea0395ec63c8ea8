/** The four loads of the throughput benchmark, written to files as agents would write them to stdout. */
import { closeSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import type { SessionUpdate } from "@rxacp/core"
import { textChunk, updateLine } from "./programs/wire.ts"

/** One load: how many updates, and the one at each place. */
export interface Load {
  readonly name: string
  readonly updates: number
  readonly at: (index: number) => SessionUpdate
}

/** A load that lies in a file. */
export interface LoadFile {
  readonly name: string
  readonly path: string
  readonly lines: number
  readonly bytes: number
}

const KB = 1024
const MB = 1024 * KB
const source = [
  "  const held = release\n",
  '  if (next === undefined) throw new RangeError("empty")\n',
  "\n",
  "  // naïve → replaced\n",
  "  return items.map((item) => item.name)\n"
].join("")

/** Text that looks like a program, of about the given size. */
const code = (bytes: number): string => source.repeat(Math.ceil(bytes / source.length)).slice(0, bytes)

/** Always the same numbers, from 0 up to `max`, that look like chance. */
const spread = (index: number, max: number): number => (index * 2_654_435_761) % max

const words = ["the ", "stream ", "is ", "held ", "until ", "every ", "consumer ", "lets ", "go.\n", "So "]
const chunkText = (index: number): string =>
  Array.from({ length: 1 + spread(index, 9) }, (_, word) => words[spread(index + word, words.length)]).join("")

const perMessage = 200
const chunk = (index: number): SessionUpdate => textChunk(chunkText(index), `message-${Math.floor(index / perMessage)}`)

const path = (index: number): string => `/home/user/project/src/module-${spread(index, 40)}.ts`

/** A tool call in four updates: it appears, it runs, it shows its diff of 2 to 20 kB, it is done. */
const toolStep = (call: number, step: number): SessionUpdate => {
  const toolCallId = `call-${call}`
  const diff = () => ({
    type: "diff" as const,
    path: path(call),
    oldText: code(1 * KB + spread(call, 9 * KB)),
    newText: code(1 * KB + spread(call + 1, 9 * KB))
  })
  switch (step) {
    case 0:
      return {
        sessionUpdate: "tool_call",
        toolCallId,
        title: `Edit ${path(call)}`,
        kind: "edit",
        status: "pending",
        locations: [{ path: path(call), line: 1 + spread(call, 400) }],
        rawInput: { file_path: path(call), old_string: code(200), new_string: code(300) }
      }
    case 1:
      return { sessionUpdate: "tool_call_update", toolCallId, status: "in_progress", content: [diff()] }
    case 2:
      return { sessionUpdate: "tool_call_update", toolCallId, content: [diff(), diff()] }
    default:
      return { sessionUpdate: "tool_call_update", toolCallId, status: "completed", rawOutput: { success: true } }
  }
}

const output = (index: number, bytes: number): SessionUpdate => ({
  sessionUpdate: "tool_call_update",
  toolCallId: `call-${index}`,
  content: [{ type: "content", content: { type: "text", text: code(bytes) } }]
})

const plan = (index: number): SessionUpdate => ({
  sessionUpdate: "plan",
  entries: Array.from({ length: 6 }, (_, entry) => ({
    content: `Step ${entry}: ${chunkText(index + entry)}`,
    priority: "medium",
    status: entry < index % 6 ? "completed" : "pending"
  }))
})

/** Of 100 updates: 66 chunks, 12 thoughts, 16 of tool calls, 4 of usage, a plan, and the output of a command. */
const mixed = (index: number): SessionUpdate => {
  const place = index % 100
  if (place < 66) return chunk(index)
  if (place < 78)
    return {
      sessionUpdate: "agent_thought_chunk",
      messageId: `thought-${Math.floor(index / 100)}`,
      content: { type: "text", text: chunkText(index) }
    }
  if (place < 94) return toolStep(Math.floor(index / 100) * 4 + Math.floor((place - 78) / 4), (place - 78) % 4)
  if (place < 98) return { sessionUpdate: "usage_update", used: index, size: 1_000_000 }
  return place === 98 ? plan(index) : output(index, 64 * KB)
}

const lineSizes = [1, 2, 4, 8, 16].map((size) => size * MB - 1 * KB)

/** The loads. Smaller ones would mostly measure how a process starts. */
export const loads: ReadonlyArray<Load> = [
  { name: "small chunks", updates: 200_000, at: chunk },
  { name: "tool calls with diffs", updates: 16_000, at: (i) => toolStep(Math.floor(i / 4), i % 4) },
  { name: "1 to 16 MB lines", updates: 25, at: (i) => output(i, lineSizes[i % lineSizes.length] ?? MB) },
  { name: "mixed", updates: 60_000, at: mixed }
]

/** The start of the first load, for a process that has seen no update yet. */
export const coldLoads: ReadonlyArray<Load> = [{ name: "first 10,000 small chunks", updates: 10_000, at: chunk }]

/** Writes a load to a file in `folder`. */
export const writeLoad = ({ name, updates, at }: Load, folder: string): LoadFile => {
  const path = join(folder, `${name.replaceAll(" ", "-")}.ndjson`)
  const file = openSync(path, "w")
  let bytes = 0
  for (let index = 0; index < updates; index++) bytes += writeSync(file, updateLine(at(index)))
  closeSync(file)
  return { name, path, lines: updates, bytes }
}
