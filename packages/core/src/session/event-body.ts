/** Session events before they are numbered. */
import type { SessionEvent } from "./session-event.ts"

type Unstamped<Event> = Event extends SessionEvent ? Omit<Event, "sessionId" | "epoch" | "n" | "seq"> : never

/** An event without its stamp; `seq` is the line that caused it, if a line did. */
export type EventBody = Unstamped<SessionEvent> & { readonly seq?: number | undefined }
