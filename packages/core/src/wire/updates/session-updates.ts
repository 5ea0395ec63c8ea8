/** The update stage: typed updates out of decoded messages. */
import { filter, map, type OperatorFunction, pipe } from "rxjs"
import type { Message } from "../messages/message.ts"
import { updateEvent } from "./read-update.ts"
import type { UpdateEvent } from "./update-event.ts"

/**
 * Takes the `session/update` notifications out of a stream of messages, decoded leniently; nothing in them ends the
 * stream. With a `sessionId` only those of that session pass, and invalid ones that name none. A `session/update` that
 * came with an id is a request, and no update.
 *
 * ```
 * messages: --request--update(s1)--noise--update(s2)--|
 * updates:  -----------Update(s1)---------Update(s2)--|
 * ```
 */
export const sessionUpdates = (sessionId?: string): OperatorFunction<Message, UpdateEvent> =>
  pipe(
    map((message) => (message._tag === "Notification" ? updateEvent(message) : undefined)),
    filter((event) => event !== undefined),
    filter((event) => sessionId === undefined || event.sessionId === undefined || event.sessionId === sessionId)
  )
