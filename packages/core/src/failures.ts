/**
 * The closed set of ways in which rxacp fails. Bad input is a value on a stream; a failure is what a call, a turn or a
 * transport ends with. Each is an `Error` with a `_tag`, one readable `message` and the facts to act on, and has a plain
 * JSON form.
 */
import { thrownText } from "./internal/thrown-text.ts"
import type { AuthMethod } from "./protocol/types.ts"

/** The tag of every failure. */
export type FailureTag =
  | "AgentSpawnFailed"
  | "AgentExited"
  | "ConnectionClosed"
  | "RequestFailed"
  | "RequestTimedOut"
  | "AuthRequired"
  | "UnsupportedProtocolVersion"
  | "InvalidResult"
  | "MalformedUpdate"
  | "MessageTooLarge"
  | "LineTooLong"
  | "BufferOverflow"
  | "JournalFailed"
  | "CapabilityMissing"
  | "InvalidCall"
  | "TurnInProgress"

/** A failure as plain data: its tag, its message and its facts. */
export interface FailureJson {
  readonly _tag: FailureTag
  readonly message: string
  readonly [fact: string]: unknown
}

/** The part of an agent's life in which its process failed. */
export type ProcessPhase = "spawn" | "startup" | "running" | "closing"

/** What every failure has besides its own facts. */
export interface Tagged<Tag extends string> extends Error {
  readonly _tag: Tag
  /** The plain form: tag, message and facts, without the stack. */
  toJSON(): FailureJson
}

type FailureClass<Tag extends string, Facts> = new (
  facts: Facts,
  options?: { readonly cause?: unknown }
) => Tagged<Tag> & Readonly<Facts>

const tagged = <const Tag extends FailureTag, Facts extends object>(
  tag: Tag,
  describe: (facts: Facts) => string
): FailureClass<Tag, Facts> => {
  class Failure extends Error {
    readonly _tag: FailureTag = tag
    override readonly name: string = tag
    constructor(facts: Facts, options?: { readonly cause?: unknown }) {
      super(describe(facts), options)
      // Only `RequestFailed` has a message of its own; in the plain form of the others it is what the facts say.
      const { message: _, ...rest } = facts as Facts & { readonly message?: string }
      Object.assign(this, rest)
    }
    toJSON(): FailureJson {
      const { name: _, ...facts } = this
      return { ...facts, message: this.message }
    }
  }
  // The facts are assigned, which the compiler can't see.
  return Failure as unknown as FailureClass<Tag, Facts>
}

const ended = (code: number | null, signal: string | null): string =>
  signal === null ? `with code ${code ?? "unknown"}` : `by ${signal}`

const lastLine = (text = ""): string => text.trimEnd().split("\n").at(-1) ?? ""

const afterColon = (text: string): string => (text === "" ? "" : `: ${text}`)

/** The agent could not be started: no such command or folder, or no permission. `path` is what was searched. */
export class AgentSpawnFailed extends tagged(
  "AgentSpawnFailed",
  (facts: {
    readonly command: string
    readonly args: ReadonlyArray<string>
    readonly code: string
    readonly cwd?: string
    readonly path?: string
    readonly reason: string
    /** Always this one: the same question as of `AgentExited`. */
    readonly phase: "spawn"
  }) => `could not start ${facts.command}: ${facts.reason} (${facts.code})`
) {}

/** The agent's process ended. `stderrTail` is the bounded, masked end of what it wrote to stderr. */
export class AgentExited extends tagged(
  "AgentExited",
  (facts: {
    readonly code: number | null
    readonly signal: string | null
    readonly stderrTail: string
    readonly phase: ProcessPhase
  }) => {
    const last = afterColon(lastLine(facts.stderrTail))
    return `the agent exited ${ended(facts.code, facts.signal)} (${facts.phase})${last}`
  }
) {}

/** The stream to the agent ended or was closed; `reason` says by whom. */
export class ConnectionClosed extends tagged(
  "ConnectionClosed",
  (facts: { readonly reason: string }) => `the connection is closed: ${facts.reason}`
) {}

/**
 * The peer answered a call with a JSON-RPC error (protocol page "Error handling"). `message` is the peer's, with the reason
 * that its data gives: a string, or the `message` or `details` of an object.
 */
export class RequestFailed extends tagged(
  "RequestFailed",
  (facts: { readonly code: number; readonly message: string; readonly data?: unknown; readonly method: string }) =>
    withReason(facts.message, facts.data)
) {}

/**
 * A call, or the wait that `waitedFor` names, took longer than `ms` milliseconds. For `start` and `initialize` of an agent
 * that is a process, `stderrTail` is the bounded, masked end of what it wrote to stderr, and `hint` says what may be wrong with
 * the way it was started.
 */
export class RequestTimedOut extends tagged(
  "RequestTimedOut",
  (facts: {
    readonly method: string
    readonly ms: number
    readonly waitedFor: "start" | "initialize" | "request" | "cancel" | "idle" | "turn"
    readonly stderrTail?: string
    readonly hint?: string
  }) => {
    const what = `${facts.method}: no answer within ${facts.ms} ms (${facts.waitedFor})`
    return [`${what}${afterColon(lastLine(facts.stderrTail))}`, ...(facts.hint ? [facts.hint] : [])].join("; ")
  }
) {}

/**
 * The agent wants authentication first (-32000). `authMethods` are those it offered in `initialize`, `agentMessage` is what
 * it said itself.
 */
export class AuthRequired extends tagged(
  "AuthRequired",
  (facts: {
    readonly method: string
    readonly authMethods: ReadonlyArray<AuthMethod>
    readonly agentMessage?: string
    readonly data?: unknown
  }) => `${facts.method} needs authentication${facts.agentMessage ? `: ${facts.agentMessage}` : ""}`
) {}

/** The agent answered `initialize` with a protocol version that rxacp does not speak. */
export class UnsupportedProtocolVersion extends tagged(
  "UnsupportedProtocolVersion",
  (facts: { readonly requested: number; readonly answered: number }) =>
    `the agent speaks protocol version ${facts.answered}, rxacp ${facts.requested}`
) {}

/** The peer's answer to a call is not a valid result; `path` leads to the bad place, `raw` is the answer as received. */
export class InvalidResult extends tagged(
  "InvalidResult",
  (facts: {
    readonly method: string
    readonly reason: string
    readonly path: ReadonlyArray<string | number>
    readonly raw: unknown
  }) => `${facts.method}: invalid result${at(facts.path)}: ${facts.reason}`
) {}

/** A `session/update` with a known tag and a payload that even leniency can't save. */
export class MalformedUpdate extends tagged(
  "MalformedUpdate",
  (facts: {
    readonly sessionUpdate?: string
    readonly reason: string
    readonly path: ReadonlyArray<string | number>
    readonly raw: unknown
  }) => `malformed ${facts.sessionUpdate ?? "update"}${at(facts.path)}: ${facts.reason}`
) {}

/** An outgoing line, or the queue of unwritten ones, would pass `maxOutgoingBytes`; nothing of it was written. */
export class MessageTooLarge extends tagged(
  "MessageTooLarge",
  (facts: { readonly bytes: number; readonly limit: number; readonly what: "line" | "queue" }) =>
    `the outgoing ${facts.what} of ${facts.bytes} bytes is over the limit of ${facts.limit}`
) {}

/** An incoming line was over `maxLineBytes`. It ends the stream only with `onOversize: "fail"`. */
export class LineTooLong extends tagged(
  "LineTooLong",
  (facts: {
    readonly bytes: number
    readonly limit: number
    readonly seq: number
    readonly head: string
    readonly tail: string
  }) => `line ${facts.seq} of ${facts.bytes} bytes is over the limit of ${facts.limit}`
) {}

/** A source that can't pause sent more than `maxBufferedBytes` while delivery was held. */
export class BufferOverflow extends tagged(
  "BufferOverflow",
  (facts: { readonly bytes: number; readonly limit: number }) =>
    `${facts.bytes} bytes wait for delivery, the limit is ${facts.limit}`
) {}

/**
 * The journal refused a record, so the transport stopped rather than leave a gap; or a journal that is read is damaged:
 * then `record` is the place of the first bad record, from 1.
 */
export class JournalFailed extends tagged(
  "JournalFailed",
  (facts: { readonly reason: string; readonly record?: number }) =>
    `the journal failed${facts.record === undefined ? "" : ` at record ${facts.record}`}: ${facts.reason}`
) {}

/** The agent did not advertise what the call needs; nothing was written. */
export class CapabilityMissing extends tagged(
  "CapabilityMissing",
  (facts: { readonly method: string; readonly capability: string }) =>
    `${facts.method} needs ${facts.capability}, which the agent does not offer`
) {}

/** What was about to be written does not fit the protocol; nothing was written. `path` leads to the bad place. */
export class InvalidCall extends tagged(
  "InvalidCall",
  (facts: { readonly method: string; readonly path: ReadonlyArray<string | number>; readonly reason: string }) =>
    `${facts.method} was not sent${at(facts.path)}: ${facts.reason}`
) {}

/** A prompt was subscribed while an uncancelled turn of its session runs. */
export class TurnInProgress extends tagged(
  "TurnInProgress",
  (facts: { readonly sessionId: string; readonly turn: number }) =>
    `turn ${facts.turn} of session ${facts.sessionId} is still running`
) {}

/** Every way in which rxacp fails. */
export type RxacpFailure =
  | AgentSpawnFailed
  | AgentExited
  | ConnectionClosed
  | RequestFailed
  | RequestTimedOut
  | AuthRequired
  | UnsupportedProtocolVersion
  | InvalidResult
  | MalformedUpdate
  | MessageTooLarge
  | LineTooLong
  | BufferOverflow
  | JournalFailed
  | CapabilityMissing
  | InvalidCall
  | TurnInProgress

/** The peer's message, with what its data says beyond it. */
const withReason = (message: string, data: unknown): string => {
  const { message: said, details } = (typeof data === "object" && data !== null ? data : {}) as Record<string, unknown>
  const reason = [data, details, said].find((text) => typeof text === "string" && text !== "")
  return reason === undefined || message.includes(String(reason)) ? message : `${message}: ${String(reason)}`
}

const at = (path: ReadonlyArray<string | number>): string =>
  path.length === 0 ? "" : ` at ${path.map((key) => `[${JSON.stringify(key)}]`).join("")}`

const CLASSES = {
  AgentSpawnFailed,
  AgentExited,
  ConnectionClosed,
  RequestFailed,
  RequestTimedOut,
  AuthRequired,
  UnsupportedProtocolVersion,
  InvalidResult,
  MalformedUpdate,
  MessageTooLarge,
  LineTooLong,
  BufferOverflow,
  JournalFailed,
  CapabilityMissing,
  InvalidCall,
  TurnInProgress
} as const satisfies Record<FailureTag, unknown>

/** The failure that a plain form stands for. Facts are taken as they are: they come from `toJSON`. */
export const failureFromJson = ({ _tag, ...facts }: FailureJson): RxacpFailure => {
  const Failure = CLASSES[_tag] as new (facts: object) => RxacpFailure
  return new Failure(facts)
}

/** Whether a value has the plain form of a failure. */
export const isFailureJson = (value: unknown): value is FailureJson =>
  typeof value === "object" &&
  value !== null &&
  "_tag" in value &&
  typeof value._tag === "string" &&
  Object.hasOwn(CLASSES, value._tag) &&
  "message" in value &&
  typeof value.message === "string"

/** Whether something that was thrown or emitted is a failure of rxacp. */
export const isFailure = (value: unknown): value is RxacpFailure =>
  value instanceof Error && "_tag" in value && "toJSON" in value

/** What calls fail with after `close()`. */
export const closedHere = (): ConnectionClosed => new ConnectionClosed({ reason: "closed by this side" })

/** The source ended for an unknown reason. */
export const closedThere = (): ConnectionClosed => new ConnectionClosed({ reason: "the other side ended the stream" })

/** A source or a sink failed with something that is not a failure of rxacp. */
export const closedBecause = (error: unknown): ConnectionClosed =>
  new ConnectionClosed({ reason: thrownText(error) }, { cause: error })
