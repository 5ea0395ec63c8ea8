/** What a handler gets besides the params. */
import { defer, finalize, type Observable, type ObservableInput } from "rxjs"
import type { RequestContext } from "../rpc/request-context.ts"
import type { InitializeRequest } from "../schema/index.ts"
import { type AgentSession, agentSession, elicit, type SessionSite } from "./agent-session.ts"
import type { ClientLink } from "./client-link.ts"
import type { AgentContext, AgentHandler, AgentSessionContext } from "./handlers.ts"

export interface ContextSite extends SessionSite {
  readonly session: (sessionId: string) => AgentSession
  readonly link: ClientLink
}

/** A handler's work on one request, made an Observable by `through`. Its `signal` is aborted at the end, whichever it is. */
export const handled = <Params, Output, Result, Context>(
  handler: AgentHandler<Params, Output, Context>,
  params: Params,
  contextOf: (signal: AbortSignal) => Context,
  through: (output: ObservableInput<Output>) => Observable<Result>
): Observable<Result> =>
  defer(() => {
    const aborter = new AbortController()
    return through(handler(params, contextOf(aborter.signal))).pipe(finalize(() => aborter.abort()))
  })

/** The context of a call that is about no session. */
export const agentContext = (
  site: ContextSite,
  request: RequestContext,
  client: InitializeRequest,
  signal: AbortSignal
): AgentContext => ({
  ...request,
  ...site.link,
  client,
  signal,
  session: site.session,
  // Ids that only a bigint holds have no JSON number; no client is known to count that far.
  elicit: (asked) =>
    elicit(site, asked, { requestId: typeof request.id === "bigint" ? Number(request.id) : request.id })
})

/** The context of a call about a session. */
export const sessionContext = (
  site: ContextSite,
  request: RequestContext,
  client: InitializeRequest,
  signal: AbortSignal,
  sessionId: string
): AgentSessionContext => ({ ...agentContext(site, request, client, signal), ...agentSession(site, sessionId) })
