/**
 * The events of one session, in the order in which they took effect. They are plain data: the fold turns them into the
 * state of a conversation, a journal replays them, a web page receives them.
 */
import type { FailureJson, RxacpFailure } from "../failures.ts"
import type {
  ContentBlock,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  SessionConfigOption,
  SessionModeState,
  Usage
} from "../schema/index.ts"
import type { RpcId } from "../wire/messages/message.ts"
import type { InvalidUpdate, UnknownUpdate, Update } from "../wire/updates/update-event.ts"

/** What every session event carries. */
export interface EventStamp {
  readonly sessionId: string
  /** The transport's epoch, which distinguishes one run of the agent from the next. */
  readonly epoch: number
  /** Place of the event in its session, from 1. */
  readonly n: number
  /** The line that caused it, when one did. */
  readonly seq?: number
}

/**
 * Where an update stands: inside a running turn; late (a chunk or tool update after its turn's end and before the next
 * start, or one for an earlier turn's id inside a later turn); inside the replay of a load; or between turns.
 */
export type UpdatePhase = "turn" | "late" | "replay" | "between"

/** Token counts that some agents send with the end of a turn; kept as sent. */
export type TurnUsage = Usage

/** What a cap left out of a turn: updates not delivered, and bytes of reply content not delivered. */
export interface Omitted {
  readonly updates: number
  readonly bytes: number
}

/** The cap that was passed. */
export type LimitName = "maxBytes" | "maxChunks" | "maxUpdates" | "maxToolCalls" | "maxTokens" | "maxCost"

type Stamped<Tag extends string, Fields = unknown> = EventStamp & { readonly _tag: Tag } & Fields

/**
 * What the agent answered to `session/new`, `session/load` or `session/resume`, with the fields that the protocol does not
 * name (`models`, say) and `_meta`. A null answer is an empty one; modes and options that can't be read are left out.
 */
export interface SessionAnswer {
  /** In an answer to `session/new`. */
  readonly sessionId?: string
  readonly modes?: SessionModeState | null
  readonly configOptions?: ReadonlyArray<SessionConfigOption> | null
  readonly [field: string]: unknown
}

/** The agent created the session (`session/new`) or took it up again (`session/resume`). */
export type SessionOpened = Stamped<
  "SessionOpened",
  {
    readonly modes?: SessionModeState | null
    readonly configOptions?: ReadonlyArray<SessionConfigOption> | null
    /** The whole answer, as it came. */
    readonly answer?: SessionAnswer
  }
>
/** A prompt was sent. `turn` counts from 1 in its session. */
export type TurnStarted = Stamped<
  "TurnStarted",
  { readonly turn: number; readonly prompt: ReadonlyArray<ContentBlock> }
>
/** A typed update with its phase. */
export type SessionUpdateEvent = Stamped<
  "Update",
  Pick<Update, "update" | "issues" | "raw"> & { readonly phase: UpdatePhase }
>
/** An update of an unknown kind with its phase. */
export type SessionUnknownUpdate = Stamped<
  "UnknownUpdate",
  Pick<UnknownUpdate, "sessionUpdate" | "raw"> & { readonly phase: UpdatePhase }
>
/** An unreadable or refused update with its phase. */
export type SessionInvalidUpdate = Stamped<
  "InvalidUpdate",
  Pick<InvalidUpdate, "raw" | "reason"> & { readonly phase: UpdatePhase }
>
/** The agent asks for permission. `id` is the id of its request. */
export type PermissionRequested = Stamped<
  "PermissionRequested",
  { readonly id: RpcId; readonly request: RequestPermissionRequest }
>
/**
 * A permission request was answered: by a policy, by the handler or `session.answerPermission`, or with `cancelled` because
 * the turn was cancelled, the session closed, or the request withdrawn by the agent.
 */
export type PermissionResolved = Stamped<
  "PermissionResolved",
  {
    readonly id: RpcId
    readonly outcome: RequestPermissionOutcome
    readonly by: "policy" | "handler" | "cancel"
  }
>
/** A cap of the turn was passed; `seq` is the first update that was left out, wholly or in part. */
export type Overflow = Stamped<"Overflow", { readonly limit: LimitName; readonly max: number }>
/** We asked the agent to stop the turn: emitted as soon as the cancel is decided, before the agent says anything. */
export type CancelRequested = Stamped<"CancelRequested", { readonly turn: number }>
/**
 * The agent answered the prompt. `stopReason` is the agent's word, known to this version or not; `unreported` names the
 * caps of the turn that nothing is known about, since the agent reported no tokens or no cost.
 */
export type TurnEnded = Stamped<
  "TurnEnded",
  {
    readonly turn: number
    readonly stopReason: string
    readonly cancelRequested: boolean
    readonly usage?: TurnUsage
    readonly omitted?: Omitted
    readonly unreported?: ReadonlyArray<LimitName>
  }
>
/** The turn ended without a valid answer. */
export type TurnFailed = Stamped<"TurnFailed", { readonly turn: number; readonly failure: RxacpFailure | FailureJson }>
/** `session/load` was sent; the history that follows replaces what was known. */
export type LoadStarted = Stamped<"LoadStarted">
/** `session/load` was answered. */
export type LoadEnded = Stamped<
  "LoadEnded",
  {
    readonly ok: boolean
    readonly failure?: RxacpFailure | FailureJson
    readonly modes?: SessionModeState | null
    readonly configOptions?: ReadonlyArray<SessionConfigOption> | null
    /** The whole answer, as it came; absent when the load failed. */
    readonly answer?: SessionAnswer
  }
>
/** The agent confirmed `session/set_mode`. */
export type ModeSet = Stamped<"ModeSet", { readonly modeId: string }>
/** The agent confirmed `session/set_config_option` with the complete list. */
export type ConfigOptionsSet = Stamped<
  "ConfigOptionsSet",
  { readonly configOptions: ReadonlyArray<SessionConfigOption> }
>

/** Everything that happens in a session. */
export type SessionEvent =
  | SessionOpened
  | TurnStarted
  | SessionUpdateEvent
  | SessionUnknownUpdate
  | SessionInvalidUpdate
  | PermissionRequested
  | PermissionResolved
  | Overflow
  | CancelRequested
  | TurnEnded
  | TurnFailed
  | LoadStarted
  | LoadEnded
  | ModeSet
  | ConfigOptionsSet
