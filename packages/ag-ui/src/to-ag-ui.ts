/** The operator that turns session events into those of AG-UI. */
import type { SessionEvent } from "@rxacp/core"
import { concatMap, type OperatorFunction } from "rxjs"
import type { AgUiEvent } from "./event.ts"
import { type AgUiOptions, eventGroups } from "./event-groups.ts"

/**
 * Turns the events of a session, or of one prompt, into events of AG-UI 1.0: each turn is one run of the thread that the
 * session is. Text and thoughts join their messages as the fold joins them; a tool call is a call with arguments and result,
 * and an `acp.tool_call` activity that shows all that ACP knows of it; plan, usage, commands, modes, options, title and open
 * requests for permission are the shared state, sent whole when a run starts and as JSON Patch from then on. A request for
 * permission also passes as a `CUSTOM` event `acp.permission`: an interrupt of AG-UI would end the run, ACP's go on. What
 * comes outside of a run, and replayed history, gives no events; state that it brings is in the next snapshot.
 */
export const toAgUi = (options: AgUiOptions = {}): OperatorFunction<SessionEvent, AgUiEvent> => {
  const groups = eventGroups(options)
  return (source) => groups(source).pipe(concatMap(({ events }) => events))
}
