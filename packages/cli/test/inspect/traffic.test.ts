/** What the inspector remarks on: each planted fault gets its mark, and clean traffic gets none. */
import { readdirSync, readFileSync } from "node:fs"
import { parseTrace } from "@rxacp/core/testing"
import { messages } from "@rxacp/fold"
import { describe, expect, it } from "vitest"
import type { Entry } from "../../src/inspect/traffic/entry.ts"
import { Traffic } from "../../src/inspect/traffic/traffic.ts"

const encoder = new TextEncoder()

const play = (...lines: ReadonlyArray<readonly ["client" | "agent", unknown]>) => {
  const traffic = new Traffic(1024 * 1024 * 1024)
  let at = 1_000
  for (const [from, value] of lines) {
    const line = typeof value === "string" ? value : JSON.stringify(value)
    traffic.chunk(from, encoder.encode(`${line}\n`), at++)
  }
  return traffic
}

const entriesOf = ({ log }: Traffic): ReadonlyArray<Entry> =>
  Array.from({ length: log.range.end }, (_, place) => log.entry(place) as Entry)

const marksOf = (traffic: Traffic): ReadonlyArray<string> =>
  entriesOf(traffic).flatMap(({ place, marks }) => marks.map(({ kind }) => `${place} ${kind}`))

const rpc = (fields: object) => ({ jsonrpc: "2.0", ...fields })
const update = (fields: object) => rpc({ method: "session/update", params: { sessionId: "s", update: fields } })
const chunk = (text: unknown) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } })

const opened = [
  ["client", rpc({ id: 0, method: "initialize", params: { protocolVersion: 1 } })],
  ["agent", rpc({ id: 0, result: { protocolVersion: 1 } })],
  ["client", rpc({ id: 1, method: "session/new", params: { cwd: "/", mcpServers: [] } })],
  ["agent", rpc({ id: 1, result: { sessionId: "s" } })]
] as const

const prompted = [
  ...opened,
  [
    "client",
    rpc({ id: 2, method: "session/prompt", params: { sessionId: "s", prompt: [{ type: "text", text: "go" }] } })
  ]
] as const

const answered = [...prompted, ["agent", rpc({ id: 2, result: { stopReason: "end_turn" } })]] as const

describe("clean traffic", () => {
  it("has no marks", () => {
    expect(
      marksOf(play(...prompted, ["agent", chunk("hi")], ["agent", rpc({ id: 2, result: { stopReason: "end_turn" } })]))
    ).toEqual([])
  })

  it("pairs answers with requests, by direction, and measures the time between them", () => {
    const entries = entriesOf(play(...opened))
    expect(entries.map(({ kind, method, answers, latency }) => ({ kind, method, answers, latency }))).toEqual([
      { kind: "request", method: "initialize", answers: undefined, latency: 1 },
      { kind: "response", method: "initialize", answers: 0, latency: 1 },
      { kind: "request", method: "session/new", answers: undefined, latency: 1 },
      { kind: "response", method: "session/new", answers: 2, latency: 1 }
    ])
  })

  it("shows the conversation as it was after each message", () => {
    const { log } = play(...prompted, ["agent", chunk("one")], ["agent", chunk(" two")])
    const textAt = (place: number) =>
      messages(log.state(place) as NonNullable<ReturnType<typeof log.state>>).map(({ content }) => content)
    expect(textAt(4)).toEqual([])
    expect(textAt(5)).toEqual([[{ type: "text", text: "one" }]])
    expect(textAt(6)).toEqual([[{ type: "text", text: "one two" }]])
  })
})

describe("a planted fault gets its mark", () => {
  it.each([
    ["a field of the wrong type", [...prompted, ["agent", chunk(5)]], "5 malformed"],
    [
      "an unknown field",
      [
        ...prompted,
        ["agent", update({ sessionUpdate: "agent_message_chunk", colour: 1, content: { type: "text", text: "x" } })]
      ],
      "5 unknownField"
    ],
    [
      "an update without a session",
      [...opened, ["agent", rpc({ method: "session/update", params: {} })]],
      "4 malformed"
    ],
    ["a chunk after the end of its turn", [...answered, ["agent", chunk("late")]], "6 late"],
    [
      "an answer that comes twice",
      [...answered, ["agent", rpc({ id: 2, result: { stopReason: "end_turn" } })]],
      "6 duplicate"
    ],
    ["an answer to nothing", [...opened, ["agent", rpc({ id: 99, result: {} })]], "4 stray"],
    ["an answer of the client to nothing", [...opened, ["client", rpc({ id: 7, result: {} })]], "4 stray"],
    ["a result that is not valid", [...prompted, ["agent", rpc({ id: 2, result: {} })]], "5 malformed"],
    ["an update of an unknown kind", [...opened, ["agent", update({ sessionUpdate: "shiny" })]], "4 unknownUpdate"],
    [
      "an unknown method",
      [...opened, ["client", rpc({ id: 3, method: "session/dance", params: {} })]],
      "4 unknownMethod"
    ],
    [
      "a method of the other side",
      [...opened, ["agent", rpc({ id: 3, method: "session/new", params: { cwd: "/", mcpServers: [] } })]],
      "4 order"
    ],
    ["a request sent as a notification", [...opened, ["client", rpc({ method: "logout" })]], "4 malformed"],
    ["an update before its session exists", [["agent", chunk("early")]], "0 order"],
    [
      "a prompt while a turn runs",
      [...prompted, ["client", rpc({ id: 3, method: "session/prompt", params: { sessionId: "s", prompt: [] } })]],
      "5 order"
    ],
    [
      "a cancel when nothing runs",
      [...opened, ["client", rpc({ method: "session/cancel", params: { sessionId: "s" } })]],
      "4 order"
    ],
    ["an id that is in use", [...prompted, ["client", rpc({ id: 2, method: "logout" })]], "5 order"],
    ["a line that is not JSON", [...opened, ["agent", "hello"]], "4 noise"],
    ["a message without jsonrpc", [...opened, ["agent", { id: 4, result: {} }]], "4 invalid"],
    [
      "a field that leniency drops",
      [
        ...prompted,
        ["agent", update({ sessionUpdate: "agent_message_chunk", messageId: 5, content: { type: "text", text: "x" } })]
      ],
      "5 lenient"
    ]
  ] as const)("%s", (_, lines, mark) => {
    expect(marksOf(play(...lines))).toEqual([mark])
  })

  it("a request that is never answered", () => {
    const traffic = play(...prompted)
    traffic.exit(1, null, 5_000)
    expect(marksOf(traffic)).toEqual(["4 unanswered"])
    expect(entriesOf(traffic).at(-1)).toMatchObject({ from: "process", kind: "exit", about: "exit code 1" })
  })
})

describe("a name that begins with an underscore", () => {
  it("belongs to whoever made it, so it has no mark", () => {
    expect(
      marksOf(
        play(...opened, ["agent", update({ sessionUpdate: "_shiny" })], ["client", rpc({ id: 3, method: "_x/y" })])
      )
    ).toEqual([])
  })
})

describe("hostile traffic", () => {
  it.each([
    [
      "nesting to a depth of 100,000",
      `{"jsonrpc":"2.0","method":"session/update","params":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`
    ],
    [
      "a line of 16 MB",
      rpc({
        method: "session/update",
        params: { sessionId: "s", update: { sessionUpdate: "plan", entries: "x".repeat(16_000_000) } }
      })
    ],
    ["ids named like object members", rpc({ id: "__proto__", result: {} })]
  ])("%s is listed with its size and stops nothing", (_, value) => {
    const traffic = play(...opened, ["agent", value], ["agent", chunk("after")])
    expect(entriesOf(traffic)).toHaveLength(6)
    expect(entriesOf(traffic).at(-1)?.kind).toBe("notification")
  })
})

describe("what is kept", () => {
  it("stays within its bound in bytes, and forgets the oldest first", () => {
    const traffic = new Traffic(1024 * 1024)
    for (let i = 0; i < 1_000; i++)
      traffic.chunk("agent", encoder.encode(`${JSON.stringify(chunk("x".repeat(10_000)))}\n`), i)
    const { first, end } = traffic.log.range
    expect(end).toBe(1_000)
    expect(end - first).toBeGreaterThan(40)
    expect(end - first).toBeLessThan(60)
    expect(traffic.log.text(first - 1)).toBeUndefined()
    expect(traffic.log.text(end - 1)).toContain("xxx")
  })
})

describe("recorded traffic of real agents", () => {
  const folder = new URL("../../../../test/traces/", import.meta.url)
  const traces = readdirSync(folder).filter((name) => name.endsWith(".ndjson"))

  it.each(traces)("%s is read to its end, every answer paired", (name) => {
    const traffic = new Traffic(1024 * 1024 * 1024)
    let lines = 0
    for (const record of parseTrace(readFileSync(new URL(name, folder), "utf8"))) {
      if (record.from !== "client" && record.from !== "agent") continue
      lines++
      traffic.chunk(record.from, encoder.encode(`${record.line}\n`), lines)
    }
    const entries = entriesOf(traffic)
    expect(entries.length).toBeGreaterThanOrEqual(lines)
    expect(entries.filter(({ marks }) => marks.some(({ kind }) => kind === "stray" || kind === "duplicate"))).toEqual(
      []
    )
  })
})
