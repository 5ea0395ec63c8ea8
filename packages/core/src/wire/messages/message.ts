/** What decoding yields: one tagged value per line, also for lines that are not JSON-RPC 2.0 messages. */
import type { Line, Oversize } from "../lines/line.ts"

/** A JSON-RPC id as it stood on the wire; `bigint` only for integers past 2^53, so that it can be echoed digit for digit. */
export type RpcId = string | number | bigint | null

interface FromLine {
  /** Place of the line in its stream, from 1. */
  readonly seq: number
  /** The line it came from. */
  readonly line: Line
  /** The JSON as it came, when a dialect made this message of it. */
  readonly raw?: unknown
}

/** A call from the peer that wants an answer under the same id. */
export interface Request extends FromLine {
  readonly _tag: "Request"
  readonly id: RpcId
  readonly method: string
  readonly params?: unknown
}

/** A call from the peer that is never answered. */
export interface Notification extends FromLine {
  readonly _tag: "Notification"
  readonly method: string
  readonly params?: unknown
}

/** An answer with a result. `nullError` is there when the peer also sent `error: null`, which counts as absent. */
export interface Success extends FromLine {
  readonly _tag: "Success"
  readonly id: RpcId
  readonly result: unknown
  readonly nullError?: true
}

/** An answer with an error. */
export interface Failure extends FromLine {
  readonly _tag: "Failure"
  readonly id: RpcId
  readonly error: RpcError
}

/** The error member of an answer (JSON-RPC 2.0 section 5.1). */
export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** A line that is not JSON: a banner, a log line, half a message. */
export interface Noise extends FromLine {
  readonly _tag: "Noise"
}

/**
 * Why JSON is not a message: not an object; an array (ACP has no batches); no `jsonrpc: "2.0"`; a method that is not a string;
 * an id that is missing from an answer or is not an id; a method together with a result or an error; a result together with an
 * error; neither of the two; an error without integer code or message.
 */
export type InvalidReason =
  | "notAnObject"
  | "batch"
  | "version"
  | "method"
  | "id"
  | "mixed"
  | "resultAndError"
  | "noResult"
  | "error"

/** JSON that is not a JSON-RPC 2.0 message; nothing runs and nothing settles because of it. */
export interface Invalid extends FromLine {
  readonly _tag: "Invalid"
  readonly reason: InvalidReason
  /** Its id, when it has a valid one. */
  readonly id?: RpcId
  /** The parsed JSON. */
  readonly value: unknown
}

/** Everything a line can turn out to be. */
export type Message = Request | Notification | Success | Failure | Noise | Invalid | Oversize
