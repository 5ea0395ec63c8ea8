/** The shape that the reducers of session events have. */
import type { SessionEvent } from "@rxacp/core"
import type { SessionState } from "../state/session-state.ts"

export type EventOf<Tag extends SessionEvent["_tag"]> = Extract<SessionEvent, { _tag: Tag }>

/** Folds one kind of event; gives the same state back when the event says nothing new. */
export type EventReducer<Tag extends SessionEvent["_tag"]> = (state: SessionState, event: EventOf<Tag>) => SessionState
