/** One line to one message: JSON-RPC 2.0 classified by its members. */
import type { Line, Oversize } from "../lines/line.ts"
import { withoutEscapes } from "./escapes.ts"
import { exactId, isId } from "./id.ts"
import type { Invalid, InvalidReason, Message, RpcError, RpcId } from "./message.ts"

/**
 * Decodes one line. Never throws: what is not JSON is `Noise`, JSON that is not a JSON-RPC 2.0 message is `Invalid`, an
 * oversize line stays what it is. A line that does not parse is tried once more without the terminal escape sequences at
 * its two ends, which some agents' wrappers leave there; nothing else is cut off.
 */
export const decodeLine = (line: Line | Oversize): Message => {
  if (line._tag === "Oversize") return line
  let value: unknown
  try {
    value = JSON.parse(line.text)
  } catch {
    const bare = withoutEscapes(line.text)
    if (bare === line.text) return { _tag: "Noise", seq: line.seq, line }
    try {
      value = JSON.parse(bare)
    } catch {
      return { _tag: "Noise", seq: line.seq, line }
    }
  }
  return classify(value, line)
}

/** The members that JSON-RPC gives meaning to; absent ones are undefined, which JSON cannot say. */
interface Envelope {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

/** The message that a JSON value is; `line` is where it stood. */
export const classify = (value: unknown, line: Line): Message => {
  if (typeof value !== "object" || value === null) return invalid("notAnObject", value, line)
  if (Array.isArray(value)) return invalid("batch", value, line)
  const { jsonrpc, id, method, params, result, error }: Envelope = value
  if (jsonrpc !== "2.0") return invalid("version", value, line, id)
  const { seq } = line
  if (method !== undefined) {
    if (typeof method !== "string") return invalid("method", value, line, id)
    if (result !== undefined || error !== undefined) return invalid("mixed", value, line, id)
    if (id === undefined) {
      return params === undefined
        ? { _tag: "Notification", seq, line, method }
        : { _tag: "Notification", seq, line, method, params }
    }
    if (!isId(id)) return invalid("id", value, line)
    const exact = exactId(id, line.text)
    return params === undefined
      ? { _tag: "Request", seq, line, id: exact, method }
      : { _tag: "Request", seq, line, id: exact, method, params }
  }
  if (!isId(id)) return invalid("id", value, line)
  if (result === undefined && (error === undefined || error === null)) return invalid("noResult", value, line, id)
  if (error === undefined) return { _tag: "Success", seq, line, id: exactId(id, line.text), result }
  if (error === null) return { _tag: "Success", seq, line, id: exactId(id, line.text), result, nullError: true }
  if (result !== undefined) return invalid("resultAndError", value, line, id)
  if (!isRpcError(error)) return invalid("error", value, line, id)
  return { _tag: "Failure", seq, line, id: exactId(id, line.text), error }
}

const isRpcError = (error: unknown): error is RpcError =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  Number.isInteger(error.code) &&
  "message" in error &&
  typeof error.message === "string"

const invalid = (reason: InvalidReason, value: unknown, line: Line, id?: unknown): Invalid => {
  const known: { id?: RpcId } = isId(id) ? { id: exactId(id, line.text) } : {}
  return { _tag: "Invalid", seq: line.seq, line, reason, value, ...known }
}
