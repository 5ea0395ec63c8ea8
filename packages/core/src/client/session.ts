/** The handle of one session. */
import type { Observable } from "rxjs"
import { CapabilityMissing } from "../failures.ts"
import type { ContentBlock, SetSessionConfigOptionResponse, SetSessionModeResponse } from "../schema/index.ts"
import type { ReplyLimits } from "../session/limits.ts"
import type { SessionEvent } from "../session/session-event.ts"
import { call, handedOut } from "./call.ts"
import type { ConnectionContext } from "./context.ts"
import type { LiveSession } from "./live-session.ts"
import type { SessionSetup } from "./needs.ts"

/** What a prompt can be given besides its content. */
export interface PromptOptions {
  /** Caps for this turn, in place of the connection's. Zero, negative and no numbers are refused with a RangeError. */
  readonly limits?: ReplyLimits
}

/** One session of a connection (protocol: Session Setup, Prompt Turn). Calls are cold; events are hot. */
export interface Session {
  readonly id: string
  /**
   * Everything that happens in the session, in wire order. Hot; what came before the first subscriber is kept for it, up
   * to 10,000 events and 4 MiB. Completes when the connection ends or the session is closed.
   */
  readonly events: Observable<SessionEvent>
  /**
   * One turn: its events from `TurnStarted` to `TurnEnded` or `TurnFailed`, the latter followed by an error with the same
   * failure. Sent on subscribe; unsubscribing cancels the turn, which is then drained to its answer. Fails with
   * `TurnInProgress` while another turn runs that has not been cancelled, and waits for one that has.
   */
  prompt(content: string | ReadonlyArray<ContentBlock>, options?: PromptOptions): Observable<SessionEvent>
  /** Cancels the running turn at once; nothing is sent when none runs. */
  cancel(): void
  /** `session/load`: the replayed history as events, up to `LoadEnded`. A subscriber's fold starts anew with it. */
  load(setup: SessionSetup): Observable<SessionEvent>
  /** `session/resume`: the events up to `SessionOpened`; nothing is replayed. */
  resume(setup: SessionSetup): Observable<SessionEvent>
  /** `session/set_mode`; fails with `CapabilityMissing` when the agent offered no modes. */
  setMode(modeId: string): Observable<SetSessionModeResponse>
  /** `session/set_config_option`; the answer is the complete list. */
  setConfigOption(configId: string, value: string | boolean): Observable<SetSessionConfigOptionResponse>
}

/** The handle for a live session. */
export const sessionHandle = (context: ConnectionContext, live: LiveSession): Session => {
  const { tracker } = live
  const sessionId = tracker.sessionId

  /** What the agent says it does not have, once it has said anything. */
  const offered = (what: "modes" | "configOptions", method: string): void => {
    const { setup } = tracker
    if (setup !== undefined && (setup[what] === undefined || setup[what] === null)) {
      throw new CapabilityMissing({ method, capability: what })
    }
  }

  return {
    id: sessionId,
    events: live.events,
    prompt: (content, { limits } = {}) =>
      handedOut(
        context,
        live.prompt(typeof content === "string" ? [{ type: "text", text: content }] : content, limits)
      ),
    cancel: () => live.cancel(),
    load: (setup) => handedOut(context, live.load(setup)),
    resume: (setup) => handedOut(context, live.resume(setup)),
    setMode: (modeId) =>
      call(
        context,
        "session/set_mode",
        { sessionId, modeId },
        {
          lacks: () => {
            offered("modes", "session/set_mode")
            return undefined
          },
          answered: (_, seq) => live.tell(tracker.modeSet(modeId, seq))
        }
      ),
    setConfigOption: (configId, value) =>
      call(
        context,
        "session/set_config_option",
        typeof value === "boolean" ? { sessionId, configId, type: "boolean", value } : { sessionId, configId, value },
        {
          lacks: () => {
            offered("configOptions", "session/set_config_option")
            return undefined
          },
          answered: ({ configOptions }, seq) => live.tell(tracker.configOptionsSet(configOptions, seq))
        }
      )
  }
}
