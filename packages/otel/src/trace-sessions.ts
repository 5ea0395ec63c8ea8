/** The operator that makes spans of session events. */
import type { Context, Tracer } from "@opentelemetry/api"
import type { SessionEvent } from "@rxacp/core"
import { defer, finalize, type Observable, tap } from "rxjs"
import { type AgentName, type Clock, TurnTrace, type TurnTraceDeps } from "./turn-trace.ts"

/** Options of `traceSessions`. */
export interface TraceSessionsOptions {
  /** What the agent calls itself; it names the spans of turns. */
  readonly agent?: AgentName
  /** The provider of the model, where it is known (`gen_ai.provider.name`). */
  readonly provider?: string
  /**
   * The time of an event, default `Date.now`. With one that takes the time from the journal, a replay gives the spans of the
   * live run.
   */
  readonly clock?: Clock
  /** Records prompts, replies, titles, arguments and results of tools. Default false: no content leaves the process. */
  readonly content?: boolean
  /** The context that turns stand in; by default the active one when a turn starts. */
  readonly parent?: Context
}

/** An operator that passes every event on as it is, and what is running in it. */
export interface SessionTracing {
  (source: Observable<SessionEvent>): Observable<SessionEvent>
  /** The trace context of the turn that runs in a session, as a W3C `traceparent`; undefined when none runs. */
  readonly traceparent: (sessionId: string) => string | undefined
}

const see = (turns: Map<string, TurnTrace>, deps: TurnTraceDeps, event: SessionEvent): void => {
  const { sessionId } = event
  switch (event._tag) {
    case "Update":
      if (event.phase === "turn") turns.get(sessionId)?.update(event.update, event)
      break
    case "TurnStarted":
      turns.get(sessionId)?.abandon()
      turns.set(sessionId, new TurnTrace(deps, event))
      break
    case "PermissionRequested":
      turns.get(sessionId)?.asked(event)
      break
    case "PermissionResolved":
      turns.get(sessionId)?.answered(event)
      break
    case "Overflow":
      turns.get(sessionId)?.overflow(event)
      break
    case "TurnEnded":
      turns.get(sessionId)?.ended(event)
      turns.delete(sessionId)
      break
    case "TurnFailed":
      turns.get(sessionId)?.failed(event)
      turns.delete(sessionId)
      break
    default:
      break
  }
}

/**
 * Traces the turns in a stream of session events, of one session or of many: a span for each turn (`invoke_agent`), below it
 * one for each tool call (`execute_tool`), and below that one for the agent that a tool starts. Requests for permission are
 * events of their tool's span, with the time that they waited; usage, stop reason and caps are attributes of the turn's;
 * failures, and unfinished calls, are errors. Every span ends: with its turn, or when the stream ends or is
 * unsubscribed. Events pass unchanged.
 */
export const traceSessions = (tracer: Tracer, options: TraceSessionsOptions = {}): SessionTracing => {
  const { agent, provider, clock = Date.now, content = false, parent } = options
  const deps: TurnTraceDeps = { tracer, clock: (event) => clock(event), content, agent, provider, parent }
  const running = new Set<Map<string, TurnTrace>>()

  const operator = (source: Observable<SessionEvent>): Observable<SessionEvent> =>
    defer(() => {
      const turns = new Map<string, TurnTrace>()
      running.add(turns)
      return source.pipe(
        tap((event) => see(turns, deps, event)),
        finalize(() => {
          running.delete(turns)
          for (const turn of turns.values()) turn.abandon()
        })
      )
    })

  const traceparent = (sessionId: string): string | undefined => {
    for (const turns of running) {
      const turn = turns.get(sessionId)
      if (turn !== undefined) return turn.traceparent
    }
    return undefined
  }
  return Object.assign(operator, { traceparent })
}
