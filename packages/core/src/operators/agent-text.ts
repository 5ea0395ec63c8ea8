/** The agent's reply as one growing text. */
import { defaultIfEmpty, defer, filter, map, type Observable } from "rxjs"
import type { StreamEvent } from "./stream-event.ts"

/**
 * Emits the text of the reply so far, each time a piece is added to it; the last value is the whole reply, and `""` the only
 * one when there is none. A new turn starts a new text. Thoughts, and blocks that are not text, are left out.
 *
 * ```
 * const reply = await lastValueFrom(session.prompt("Say hello.").pipe(agentText()))
 * ```
 */
export const agentText =
  () =>
  (source: Observable<StreamEvent>): Observable<string> =>
    defer(() => {
      let text = ""
      return source.pipe(
        filter((event) => {
          if (event._tag === "TurnStarted") text = ""
          const piece = pieceOf(event)
          text += piece
          return piece !== ""
        }),
        map(() => text),
        defaultIfEmpty("")
      )
    })

const pieceOf = (event: StreamEvent): string => {
  if (event._tag !== "Update" || event.update.sessionUpdate !== "agent_message_chunk") return ""
  const { content } = event.update
  return content.type === "text" ? content.text : ""
}
