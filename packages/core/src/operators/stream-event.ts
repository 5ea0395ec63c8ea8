/** What the everyday operators take: the events of a session, or the bare updates of a transport. */
import type { SessionUpdate } from "../schema/index.ts"
import type { SessionEvent } from "../session/session-event.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"

/** A session event, or an update as the transport yields it. */
export type StreamEvent = SessionEvent | UpdateEvent

/** The tags of the updates that this version knows. */
export type UpdateKind = SessionUpdate["sessionUpdate"]

/** The events of a stream of `Event` that carry updates of some kinds. */
export type UpdateEventOf<Event extends StreamEvent, Kind extends UpdateKind> = Extract<
  Event,
  { readonly _tag: "Update" }
> & { readonly update: Extract<SessionUpdate, { readonly sessionUpdate: Kind }> }
