/**
 * What typing an update costs: nanoseconds an update, and as a part of `JSON.parse` of the line that carries it. Run with
 * `npx tsx --conditions=@rxacp/source bench/decode.ts`.
 */
import { pathToFileURL } from "node:url"
import { type Line, type Notification, updateEvent } from "@rxacp/core"
import { SessionNotification } from "@rxacp/core/schema"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Schema from "effect/Schema"
import { zSessionNotification } from "../node_modules/@agentclientprotocol/sdk/dist/v1/schema/zod.gen.js"
import { official } from "../test/support/official-schema.ts"

/** A cost by contender in nanoseconds an update: that of the fastest round, since other programs can only add to it. */
export interface DecodeCost {
  readonly name: string
  /** Size of the line in bytes. */
  readonly bytes: number
  readonly parse: number
  readonly costs: Readonly<Record<string, number>>
}

interface Params {
  readonly sessionId: string
  readonly update: Readonly<Record<string, unknown>>
}

const code = "  const total = items.reduce((sum, item) => sum + item.price, 0)\n"
const edit = (bytes: number) => {
  const text = code.repeat(Math.ceil(bytes / 2 / code.length))
  return {
    sessionUpdate: "tool_call",
    toolCallId: "call_0123456789",
    title: "Edit src/cart.ts",
    kind: "edit",
    status: "pending",
    content: [{ type: "diff", path: "/w/src/cart.ts", oldText: text, newText: text }],
    locations: [{ path: "/w/src/cart.ts", line: 12 }],
    rawInput: { path: "/w/src/cart.ts" }
  }
}

const loads: Readonly<Record<string, Params["update"]>> = {
  "message chunk": {
    sessionUpdate: "agent_message_chunk",
    messageId: "msg_0123456789",
    content: { type: "text", text: "The total is the sum of" }
  },
  usage: { sessionUpdate: "usage_update", used: 53_000, size: 200_000, cost: { amount: 0.42, currency: "USD" } },
  "tool call, diff of 2 kB": edit(2_000),
  "tool call, diff of 20 kB": edit(20_000)
}

const isText = (value: unknown): boolean => typeof value === "string"
const isWhole = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0
const isOptionalText = (value: unknown): boolean => value === undefined || value === null || isText(value)

/** Guards as one would write them by hand for the few kinds that one needs; they check no `_meta` and no annotations. */
const byHand: Readonly<Record<string, (update: Params["update"]) => boolean>> = {
  agent_message_chunk: ({ content, messageId }) => {
    const block = content as { type?: unknown; text?: unknown } | null
    return typeof block === "object" && block?.type === "text" && isText(block.text) && isOptionalText(messageId)
  },
  usage_update: ({ used, size, cost }) => {
    const price = cost as { amount?: unknown; currency?: unknown } | null | undefined
    return (
      isWhole(used) && isWhole(size) && (price == null || (Number.isFinite(price.amount) && isText(price.currency)))
    )
  },
  tool_call: ({ toolCallId, title, content, locations }) =>
    isText(toolCallId) &&
    isText(title) &&
    Array.isArray(content) &&
    content.every((item) => item.type === "diff" && isText(item.path) && isText(item.newText)) &&
    Array.isArray(locations) &&
    locations.every((place) => isText(place.path) && isWhole(place.line))
}

const line: Line = { _tag: "Line", seq: 1, text: "", bytes: 0 }
const accepts = new Ajv2020({ strict: false, validateFormats: false })
  .addSchema(official, "acp")
  .compile({ $ref: "acp#/$defs/SessionNotification" })
const plain = Schema.decodeUnknownExit(SessionNotification)

interface Contender {
  /** What is made ready before the clock starts. */
  readonly given: (params: Params) => unknown
  /** What is timed; true when it took the update for a good one. */
  readonly decode: (given: never) => boolean
}

const given = (params: Params): Params => params

const contenders: Readonly<Record<string, Contender>> = {
  rxacp: {
    given: (params): Notification => ({ _tag: "Notification", method: "session/update", params, seq: 1, line }),
    decode: (message: Notification) => updateEvent(message)?._tag === "Update"
  },
  "by hand": { given, decode: ({ update }: Params) => byHand[update.sessionUpdate as string]?.(update) ?? false },
  "plain effect": { given, decode: (params: Params) => plain(params)._tag === "Success" },
  "SDK zod": { given, decode: (params: Params) => zSessionNotification.safeParse(params).success },
  ajv: { given, decode: (params: Params) => accepts(params) as boolean }
}

const rounds = 31
const perRound = 400

const timed = (run: () => void): number => {
  const begin = process.hrtime.bigint()
  run()
  return Number(process.hrtime.bigint() - begin) / perRound
}

/** Decodes values that were parsed right before, each once, as a stream does. */
const decodeCost = (text: string, { given, decode }: Contender): number => {
  const round = () => {
    const values = Array.from({ length: perRound }, () => given(JSON.parse(text).params) as never)
    return timed(() => {
      for (const value of values) if (!decode(value)) throw new Error("a contender refused a good update")
    })
  }
  return Math.min(...Array.from({ length: rounds }, round))
}

const parseCost = (text: string): number => {
  const kept: Array<unknown> = []
  const round = () => {
    kept.length = 0
    return timed(() => {
      for (let index = 0; index < perRound; index += 1) kept.push(JSON.parse(text))
    })
  }
  return Math.min(...Array.from({ length: rounds }, round))
}

/** Measures every load. All contenders see all loads before anything counts, as in a program that runs for long. */
export const run = (): ReadonlyArray<DecodeCost> => {
  const texts = Object.entries(loads).map(([name, update]) => {
    const params: Params = { sessionId: "sess_0123456789", update }
    return { name, text: JSON.stringify({ jsonrpc: "2.0", method: "session/update", params }) }
  })
  const measure = () =>
    texts.map(
      ({ name, text }): DecodeCost => ({
        name,
        bytes: Buffer.byteLength(text),
        parse: parseCost(text),
        costs: Object.fromEntries(
          Object.entries(contenders).map(([contender, each]) => [contender, decodeCost(text, each)])
        )
      })
    )
  measure()
  return measure()
}

const table = (rows: ReadonlyArray<DecodeCost>): string =>
  [
    ["", "bytes", "JSON.parse", ...Object.keys(contenders)],
    ...rows.map(({ name, bytes, parse, costs }) => [
      name,
      bytes.toLocaleString("en"),
      `${parse.toFixed(0)} ns`,
      ...Object.values(costs).map((cost) => `${cost.toFixed(0)} ns (${(cost / parse).toFixed(2)})`)
    ])
  ]
    .map((cells) => cells.map((cell, index) => (index === 0 ? cell.padEnd(26) : cell.padStart(18))).join(""))
    .join("\n")

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log("cost of an update, and as a part of JSON.parse of its line\n")
  console.log(table(run()))
}
