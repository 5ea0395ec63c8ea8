/** The agent's reply as plain text, piece by piece. */
import { filter, map, type Observable } from "rxjs"
import { ofUpdate } from "./of-update.ts"
import type { StreamEvent } from "./stream-event.ts"

/**
 * Emits the text of each `agent_message_chunk`: joined they are the text of the reply. Empty pieces, thoughts and blocks
 * that are not text are left out.
 */
export const textDeltas =
  () =>
  (source: Observable<StreamEvent>): Observable<string> =>
    source.pipe(
      ofUpdate("agent_message_chunk"),
      map(({ update: { content } }) => (content.type === "text" ? content.text : "")),
      filter((text) => text !== "")
    )
