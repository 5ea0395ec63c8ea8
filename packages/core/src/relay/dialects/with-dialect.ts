/** Puts a dialect on a transport, so that the rest of the toolkit sees plain ACP v1. */
import { jsonText } from "../../internal/json-text.ts"
import { isJsonObject, type JsonObject } from "../../schema/json-object.ts"
import { internalsOf, type TransportInternals } from "../../transport/internals.ts"
import { Streams } from "../../transport/streams.ts"
import type { Transport } from "../../transport/transport.ts"
import type { Line } from "../../wire/lines/line.ts"
import { classify } from "../../wire/messages/decode-line.ts"
import type { Message } from "../../wire/messages/message.ts"
import type { Dialect } from "./dialect.ts"

/**
 * A transport whose `messages` and `updates` are plain ACP and whose `write` takes plain ACP, while its `lines` and its
 * journal stay as they are on the wire. A message that the dialect rewrote has what came in `raw`, and so has its update.
 * A message that the dialect makes of another shares its line. What else a transport has, such as an agent's `exit`, stays.
 */
export const withDialect = <T extends Transport, State>(transport: T, dialect: Dialect<State>): T => {
  let state = dialect.initial
  const { attach, start, write } = internalsOf(transport)
  const streams = new Streams(start)

  const translate = (direction: "incoming" | "outgoing", message: JsonObject): ReadonlyArray<JsonObject> => {
    const translation = dialect[direction](message, state)
    state = translation.state
    return translation.messages
  }

  attach({
    message: (message) => {
      const raw = jsonOf(message)
      if (raw === undefined) streams.deliverMessage(message)
      else {
        for (const json of translate("incoming", raw)) {
          streams.deliverMessage(json === raw || !("line" in message) ? message : read(json, message.line, raw))
        }
      }
    },
    ended: (how) => streams.conclude(how)
  })

  const plain: Pick<TransportInternals, "messages" | "updates" | "attach" | "write"> = {
    messages: streams.messages,
    updates: streams.updates,
    attach: (observer) => streams.attach(observer),
    write: (line, options) => {
      const said: unknown = JSON.parse(line)
      if (!isJsonObject(said)) write(line, options)
      else {
        for (const json of translate("outgoing", said)) {
          write(json === said ? line : (jsonText(json) ?? ""), options)
        }
      }
    }
  }
  return { ...transport, ...plain }
}

const read = (json: JsonObject, line: Line, raw: JsonObject): Message => {
  const message = classify(json, line)
  return message._tag === "Oversize" ? message : { ...message, raw }
}

/** The JSON of a message; ids past 2^53 as the nearest number, since their digits are read from the line again. */
const jsonOf = (message: Message): JsonObject | undefined => {
  switch (message._tag) {
    case "Oversize":
    case "Noise":
      return undefined
    case "Invalid":
      return isJsonObject(message.value) ? message.value : undefined
    default: {
      const { _tag, seq: _, line: __, raw: ___, ...members } = message
      const id = "id" in members ? { id: typeof members.id === "bigint" ? Number(members.id) : members.id } : {}
      return { jsonrpc: "2.0", ...members, ...id }
    }
  }
}
