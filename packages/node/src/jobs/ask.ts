/** One prompt to one agent. */
import { type Connection, type ConnectOptions, connect, type Session, type SessionEvent, textDeltas } from "@rxacp/core"
import { concat, concatMap, defer, ignoreElements, lastValueFrom, type Observable, reduce } from "rxjs"
import { agentProcess } from "../agent/agent-lifetime.ts"
import type { AgentOptions, AgentProcess } from "../agent/agent-process.ts"

/** What a prompt consists of: text, or content blocks. */
export type PromptContent = Parameters<Session["prompt"]>[0]

/** How a prompt is asked: the options of `connect`, and what comes before the prompt. */
export interface AskOptions extends Partial<ConnectOptions> {
  /** The folder of the session and, unless the agent has one, of the process; absolute. Default that of the host. */
  readonly cwd?: string
  /** Authenticates by this method first, one of those that the agent offers. */
  readonly authMethod?: string
}

/** The events of the turn, and its reply as text. */
export interface Asked extends Observable<SessionEvent> {
  /** Asks, and resolves with all text of the reply; rejects with the failure. */
  text(): Promise<string>
}

/**
 * Starts an agent, sends one prompt in a session of its own, and closes the agent. Cold: each subscription, and each `text()`,
 * is a run of its own. Emits the events of the turn and completes once the agent is gone; errors with the failure of the turn,
 * of the agent or of its start. Unsubscribing closes the agent.
 *
 * ```
 * await ask(presets.opencode, "What is in the notes?").text()
 * ```
 */
export const ask = (agent: AgentOptions, prompt: PromptContent, options: AskOptions = {}): Asked => {
  const events = agentProcess({ ...(options.cwd !== undefined && { cwd: options.cwd }), ...agent }).pipe(
    concatMap((process) =>
      concat(
        newSession(process, options).pipe(concatMap((session) => session.prompt(prompt))),
        defer(() => process.close()).pipe(ignoreElements())
      )
    )
  )
  const text = () =>
    lastValueFrom(
      events.pipe(
        textDeltas(),
        reduce((all, part) => all + part, "")
      )
    )
  return Object.assign(events, { text })
}

/** A session on a connection of its own. */
const newSession = (agent: AgentProcess, options: AskOptions): Observable<Session> =>
  openSession(connectTo(agent, options), options)

/** A connection that names its client. */
export const connectTo = (agent: AgentProcess, { cwd: _, authMethod: __, ...options }: AskOptions): Connection =>
  connect(agent, { info: { name: "rxacp", version: "0.1.0" }, ...options })

/** A new session, after logging in where that is asked for. */
export const openSession = (
  connection: Connection,
  { cwd = process.cwd(), authMethod }: AskOptions
): Observable<Session> => {
  const opened = connection.open({ cwd })
  return authMethod === undefined ? opened : concat(connection.authenticate(authMethod).pipe(ignoreElements()), opened)
}
