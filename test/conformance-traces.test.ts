/** What real agents wrote, and what the client beside them sent, decodes without a failure. */
import { readdirSync, readFileSync } from "node:fs"
import {
  decodeMessages,
  decodeParams,
  decodeResult,
  isMethod,
  type Line,
  type Message,
  type RequestMethod,
  type Result,
  updateEvent
} from "@rxacp/core"
import { from, lastValueFrom, toArray } from "rxjs"
import { describe, expect, it } from "vitest"

type Side = "agent" | "client"
type Sent = { readonly from: Side; readonly message: Message }

const folder = new URL("./traces/", import.meta.url)

const trace = async (file: string): Promise<ReadonlyArray<Sent>> => {
  const records = readFileSync(new URL(file, folder), "utf8")
    .split("\n")
    .filter((text) => text !== "")
    .map((text): { from: Side | "stderr" | "note" | "exit"; line: string } => JSON.parse(text))
    .filter((record): record is { from: Side; line: string } => record.from === "agent" || record.from === "client")
  const lines = records.map(({ line }, index): Line => ({ _tag: "Line", seq: index + 1, text: line, bytes: 0 }))
  const messages = await lastValueFrom(from(lines).pipe(decodeMessages(), toArray()))
  return messages.map((message, index) => ({ from: records[index]?.from ?? "agent", message }))
}

/** What decoding says of a message: nothing when it is clean, else its issues or its failure. */
const remarks = (method: string, decoded: Result<{ readonly issues?: unknown }, { readonly reason: string }>) => {
  if (decoded._tag === "Failure") return [{ method, failure: decoded.failure.reason }]
  const { issues } = decoded.success
  return issues === undefined ? [] : [{ method, issues }]
}

const checked = (sent: ReadonlyArray<Sent>): ReadonlyArray<unknown> => {
  const asked = new Map<string, string>()
  return sent.flatMap(({ from, message }): ReadonlyArray<unknown> => {
    if (message._tag === "Notification" && message.method === "session/update") {
      const event = updateEvent(message)
      return event?._tag === "Update" && event.issues === undefined ? [] : [event]
    }
    if (message._tag === "Request" || message._tag === "Notification") {
      if (message._tag === "Request") asked.set(`${from} ${String(message.id)}`, message.method)
      return isMethod(message.method) ? remarks(message.method, decodeParams(message.method, message.params)) : []
    }
    if (message._tag !== "Success") return []
    const method = asked.get(`${from === "agent" ? "client" : "agent"} ${String(message.id)}`)
    return method !== undefined && isMethod(method)
      ? remarks(method, decodeResult(method as RequestMethod, message.result))
      : []
  })
}

describe("traces of real agents", () => {
  it.each(readdirSync(folder))("%s", async (file) => {
    const sent = await trace(file)
    expect(sent.length).toBeGreaterThan(3)
    expect(checked(sent)).toEqual([])
  })
})
