/** The handle of one session. */
import type { Observable } from "rxjs"
import type {
  ContentBlock,
  RequestPermissionOutcome,
  SetSessionConfigOptionResponse,
  SetSessionModeResponse
} from "../schema/index.ts"
import type { SessionAnswer, SessionEvent } from "../session/session-event.ts"
import type { UnstableFeature } from "../session/unstable/features.ts"
import type { RpcId } from "../wire/messages/message.ts"
import { call } from "./call.ts"
import type { ConnectionContext } from "./context.ts"
import type { LiveSession, LoadOptions, PromptOptions } from "./live-session.ts"
import type { SessionSetup } from "./missing-capability.ts"
import { type UnstableSession, unstableSession } from "./unstable/session-calls.ts"

/** One session of a connection (protocol: Session Setup, Prompt Turn). Calls are cold; events are hot. */
export interface Session {
  readonly id: string
  /** The agent's answer to the last new, load or resume of the session, as it came; undefined before the first. */
  readonly opened: SessionAnswer | undefined
  /**
   * Everything that happens in the session, in wire order. Hot; what came before the first subscriber and no reader of a
   * turn, load or resume got is kept for it, up to a bound of bytes (`limits.maxHeldBytes`), beyond which the oldest go.
   * Completes when the connection ends or the session is closed.
   */
  readonly events: Observable<SessionEvent>
  /**
   * One turn: its events from `TurnStarted` to `TurnEnded` or `TurnFailed`, the latter followed by an error with the same
   * failure. Sent on subscribe; unsubscribing cancels the turn, which is then drained to its answer. Fails with
   * `TurnInProgress` while another turn runs that has not been cancelled, and waits for one that has.
   */
  prompt(content: string | ReadonlyArray<ContentBlock>, options?: PromptOptions): Observable<SessionEvent>
  /**
   * Cancels the running turn at once; nothing is sent when none runs. All open requests of the agent that name the session are
   * withdrawn either way: permission requests and forms are answered as cancelled, others stop and get the error -32800.
   */
  cancel(): void
  /**
   * Answers a permission request of `pendingPermissions` by its id, in place of the permission handler; the first answer
   * counts. False when none with this id is open. Throws a `RangeError` for an option that was not offered.
   */
  answerPermission(id: RpcId, outcome: RequestPermissionOutcome): boolean
  /**
   * `session/load`: the replayed history as events, up to `LoadEnded`. A subscriber's fold starts over with it. Fails with
   * `TurnInProgress` as a prompt does.
   */
  load(setup: SessionSetup, options?: LoadOptions): Observable<SessionEvent>
  /** `session/resume`: the events up to `SessionOpened`; nothing is replayed. */
  resume(setup: SessionSetup): Observable<SessionEvent>
  /** `session/set_mode`; fails with `CapabilityMissing` when the agent offered no modes. */
  setMode(modeId: string): Observable<SetSessionModeResponse>
  /** `session/set_config_option`; the answer is the complete list. */
  setConfigOption(configId: string, value: string | boolean): Observable<SetSessionConfigOptionResponse>
  /** Calls beyond the stable protocol, for a connection with the option `unstable`. */
  readonly unstable: UnstableSession<Session>
}

export const sessionHandle = (
  context: ConnectionContext,
  live: LiveSession,
  features: ReadonlySet<UnstableFeature>,
  handle: (sessionId: string) => Session
): Session => {
  const { machine } = live
  const { sessionId } = machine

  /** Names what the agent has nothing of to choose from, once it has said so. */
  const lacks = (what: "modes" | "configOptions") => (): string | undefined =>
    machine.state.offers[what] === "none" ? what : undefined

  return {
    id: sessionId,
    get opened() {
      return machine.opened
    },
    events: live.events,
    prompt: (content, options = {}) =>
      live.prompt(typeof content === "string" ? [{ type: "text", text: content }] : content, options),
    cancel: () => live.take({ type: "cancelAsked" }),
    answerPermission: (id, outcome) => live.answerPermission(id, outcome),
    load: (setup, options = {}) => live.load(setup, options),
    resume: (setup) => live.resume(setup),
    setMode: (modeId) => call(context, "session/set_mode", { sessionId, modeId }, lacks("modes")),
    setConfigOption: (configId, value) =>
      call(
        context,
        "session/set_config_option",
        typeof value === "boolean" ? { sessionId, configId, type: "boolean", value } : { sessionId, configId, value },
        lacks("configOptions")
      ),
    unstable: unstableSession({ context, features, sessionId, opened: () => machine.opened, handle })
  }
}
