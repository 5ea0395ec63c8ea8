/** Tells the agent which trace a prompt belongs to. */
import type { Dialect } from "@rxacp/core/relay"
import type { SessionTracing } from "./trace-sessions.ts"

type Message = Parameters<Dialect<undefined>["outgoing"]>[0]

const isObject = (value: unknown): value is Message => typeof value === "object" && value !== null

const withTraceparent = (message: Message, { traceparent }: SessionTracing): Message => {
  const { method, params } = message
  if (method !== "session/prompt" || !isObject(params) || typeof params.sessionId !== "string") return message
  const value = traceparent(params.sessionId)
  if (value === undefined) return message
  const meta = isObject(params._meta) ? params._meta : {}
  return { ...message, params: { ...params, _meta: { ...meta, traceparent: value } } }
}

/**
 * A dialect for `withDialect` that adds `_meta.traceparent` (protocol: Extensibility) to each prompt whose turn is traced.
 * The events must be traced where they are delivered at once, since a turn's span has to be there when its prompt is written.
 */
export const sendTraceparent = (tracing: SessionTracing): Dialect<undefined> => ({
  initial: undefined,
  incoming: (message) => ({ messages: [message], state: undefined }),
  outgoing: (message) => ({ messages: [withTraceparent(message, tracing)], state: undefined })
})
