/** Reads the replies of Redis, which differ with the client and the version of its protocol. */
import { type LogEntry, type Position, parsePosition, START } from "@rxacp/core/log"

/** A reply that should be a list. */
export const list = (reply: unknown): ReadonlyArray<unknown> => (Array.isArray(reply) ? reply : [])

/** A position in a reply. */
export const position = (reply: unknown): Position => parsePosition(String(reply)) ?? START

const logEntry = (reply: unknown): LogEntry => {
  const [id, fields] = list(reply)
  const [, item, , previous] = list(fields)
  const at = position(id)
  return previous === undefined ? { at, item: String(item) } : { at, item: String(item), previous: position(previous) }
}

export const logEntries = (reply: unknown): ReadonlyArray<LogEntry> => list(reply).map(logEntry)

/** The streams in the reply to `XREAD`: an object, a list of pairs, or names and entries in turn. */
export const streams = (reply: unknown): ReadonlyArray<readonly [key: string, entries: unknown]> => {
  if (!Array.isArray(reply)) return typeof reply === "object" && reply !== null ? Object.entries(reply) : []
  if (reply.every(Array.isArray)) return reply.map(([key, entries]) => [String(key), entries] as const)
  return reply.flatMap((key, place) => (place % 2 === 0 ? [[String(key), reply[place + 1]] as const] : []))
}
