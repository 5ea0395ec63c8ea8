/** What a follower of a session gets, and how it is written in the log. */
import type { PermissionResolved, SessionEvent } from "../session/session-event.ts"
import { eventOf } from "./event-text.ts"
import type { Position } from "./position.ts"
import type { Gap, LogEntry } from "./session-log.ts"

/** The state of the session after the entry `at`, which replaces what was folded before; `null` is the state before any event. */
export interface Snapshot {
  readonly _tag: "Snapshot"
  readonly at: Position
  /** What the publisher's fold gave as the plain form of its state. */
  readonly state: unknown
}

/** Nothing says that the publisher of this epoch lives: its lease has run out. What comes later shows that one does. */
export interface ProducerLost {
  readonly _tag: "ProducerLost"
  readonly epoch: number
}

/** The events of the session are over; a later epoch may take the session up again. */
export interface SessionClosed {
  readonly _tag: "SessionClosed"
  readonly at: Position
}

/** The outcome of a viewer's command. */
export interface CommandSettled {
  readonly _tag: "CommandSettled"
  readonly at: Position
  /** The id of the command. */
  readonly id: string
  readonly command: "prompt" | "cancel" | "answer" | "unknown"
  /** Who sent it, as the sender says. */
  readonly by: string
  readonly ok: boolean
  /** Why it was not done. */
  readonly reason?: string
}

/** A permission request was answered; `answeredBy` is the viewer who did, if one did. */
export type PermissionAnswered = PermissionResolved & { readonly answeredBy?: string }

/** One value of a followed session. The `epoch` and `n` of an event are its position in the log. */
export type Followed =
  | Exclude<SessionEvent, PermissionResolved>
  | PermissionAnswered
  | Snapshot
  | Gap
  | ProducerLost
  | SessionClosed
  | CommandSettled

/** An entry that is not an event of the session; its position is that of the entry. */
export type PublishedNote = Omit<SessionClosed, "at"> | Omit<CommandSettled, "at">

/** The value that an entry stands for. */
export const followedOf = ({ at, item }: LogEntry): SessionEvent | SessionClosed | CommandSettled => {
  const parsed: SessionEvent | PublishedNote = JSON.parse(item)
  if (parsed._tag === "SessionClosed" || parsed._tag === "CommandSettled") return { ...parsed, at }
  const event = eventOf(parsed)
  // The parsed value is not shared, so it is stamped in place.
  return Object.assign(event, { epoch: at.epoch, n: at.n })
}

/** The position of a followed value: where reading can go on after it. Undefined when it has none of its own. */
export const positionOf = (value: Followed): Position | undefined => {
  if ("at" in value) return value.at
  if (value._tag === "Gap") return value.to
  return value._tag === "ProducerLost" ? undefined : { epoch: value.epoch, n: value.n }
}
