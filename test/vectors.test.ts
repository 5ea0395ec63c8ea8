/** The test vectors for decoders, run against ours. */
import { readFileSync } from "node:fs"
import {
  decodeMessages,
  decodeParams,
  decodeResult,
  decodeSessionUpdate,
  type Message,
  type Method,
  type RequestMethod,
  type Result,
  sessionUpdates,
  splitLines,
  type UpdateEvent
} from "@rxacp/core"
import { from, lastValueFrom, toArray } from "rxjs"
import { describe, expect, it } from "vitest"

interface Vector {
  readonly id: string
  readonly note: string
}
interface LineVector extends Vector {
  readonly text?: string
  readonly base64?: string
  readonly cut?: number
  readonly maxLineBytes?: number
  readonly decoded: ReadonlyArray<string>
  readonly said?: ReadonlyArray<string>
}
interface Expectation {
  readonly is: "update" | "unknown" | "value" | "invalid"
  readonly value?: unknown
  readonly issues?: ReadonlyArray<unknown>
  readonly path?: ReadonlyArray<string | number>
}
interface UpdateVector extends Vector {
  readonly update: unknown
  readonly expect: Expectation
}
interface MethodVector extends Vector {
  readonly method: Method
  readonly role: "params" | "result"
  readonly value: unknown
  readonly expect: Expectation
}
interface Vectors {
  readonly lines: ReadonlyArray<LineVector>
  readonly updates: ReadonlyArray<UpdateVector>
  readonly methods: ReadonlyArray<MethodVector>
}

const vectors: Vectors = JSON.parse(readFileSync(new URL("./vectors/decoding.vectors.json", import.meta.url), "utf8"))

const written = (id: string | number | bigint | null): string =>
  typeof id === "bigint" ? id.toString() : JSON.stringify(id)

const named = (message: Message): string => {
  switch (message._tag) {
    case "Notification":
      return `notification:${message.method}`
    case "Request":
      return `request:${message.method}#${written(message.id)}`
    case "Success":
    case "Failure":
      return `response:${written(message.id)}`
    default:
      return message._tag.toLowerCase()
  }
}

const said = (event: UpdateEvent): ReadonlyArray<string> =>
  event._tag === "Update" &&
  event.update.sessionUpdate === "agent_message_chunk" &&
  event.update.content.type === "text"
    ? [event.update.content.text]
    : []

/** Chunks of the given size, the whole stream when none is given. */
const chunks = (bytes: Uint8Array, size = bytes.length): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

describe("lines", () => {
  it.each(vectors.lines)("$id: $note", async ({ text, base64, cut, maxLineBytes, decoded, said: texts }) => {
    const bytes = base64 === undefined ? Buffer.from(text ?? "") : Buffer.from(base64, "base64")
    const source = from(chunks(bytes, cut))
    const limit = maxLineBytes === undefined ? {} : { maxLineBytes }
    const messages = await lastValueFrom(source.pipe(splitLines(limit), decodeMessages(), toArray()))
    expect(messages.map(named)).toEqual(decoded)
    const events = await lastValueFrom(from(messages).pipe(sessionUpdates(), toArray()))
    if (texts !== undefined) expect(events.flatMap(said)).toEqual(texts)
  })
})

/** What a decoder made of a value, as the vectors say it. */
const outcome = (decoded: Result<object, { readonly path: ReadonlyArray<string | number> }>): Expectation => {
  if (decoded._tag === "Failure") return { is: "invalid", path: decoded.failure.path }
  const given: { _tag?: string; value?: unknown; update?: unknown; issues?: ReadonlyArray<unknown> } = decoded.success
  if (given._tag === "UnknownUpdate") return { is: "unknown" }
  return {
    is: given._tag === "Update" ? "update" : "value",
    value: given._tag === "Update" ? given.update : given.value,
    ...(given.issues && { issues: given.issues })
  }
}

describe("updates", () => {
  it.each(vectors.updates)("$id: $note", ({ update, expect: expected }) => {
    expect(outcome(decodeSessionUpdate(update))).toEqual(expected)
  })
})

describe("methods", () => {
  it.each(vectors.methods)("$id: $note", ({ method, role, value, expect: expected }) => {
    const decoded = role === "params" ? decodeParams(method, value) : decodeResult(method as RequestMethod, value)
    expect(outcome(decoded)).toEqual(expected)
  })
})
