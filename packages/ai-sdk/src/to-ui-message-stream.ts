/** The operator that turns session events into the chunks that `useChat` reads. */
import type { SessionEvent } from "@rxacp/core"
import { concatMap, type OperatorFunction } from "rxjs"
import type { UiMessageChunk } from "./chunk.ts"
import { chunkGroups, type UiMessageStreamOptions } from "./chunk-groups.ts"

/**
 * Turns the events of a session, or of one prompt, into the UI message stream of the AI SDK (`ai` 7): each turn is one
 * message. Text and thoughts join their parts as the fold joins them; tool calls are dynamic tools that the provider runs,
 * with requests for permission as approvals; plan, usage, commands, mode, configuration and title are data parts named
 * `data-acp-…` that replace themselves; what has no place in a message (late updates, notices, unknown updates) passes as
 * transient data. Replayed history gives nothing: send it with `toUIMessages`.
 */
export const toUIMessageStream = (
  options: UiMessageStreamOptions = {}
): OperatorFunction<SessionEvent, UiMessageChunk> => {
  const groups = chunkGroups(options)
  return (source) => groups(source).pipe(concatMap(({ chunks }) => chunks))
}
