/** A client's requests and notifications, each to the handler that answers it. */
import { defer, from, type Observable, type ObservableInput, of } from "rxjs"
import { callParams } from "../rpc/call-params.ts"
import type { Diagnostic } from "../rpc/diagnostic.ts"
import { extensions } from "../rpc/extensions.ts"
import { decodeParams } from "../schema/codec/decode-method.ts"
import type { SessionUpdate } from "../schema/index.ts"
import type { ClientRequest, ParamsOf, ResultOf } from "../schema/methods.ts"
import type { TransportInternals } from "../transport/internals.ts"
import type { Notification, Request } from "../wire/messages/message.ts"
import { agentContext, type ContextSite, handled, sessionContext } from "./handler-context.ts"
import type { AgentContext, AgentHandler, AgentHandlers } from "./handlers.ts"
import type { AgentHandshake } from "./handshake.ts"
import { RunningTurns } from "./running-turns.ts"
import { writeUpdates } from "./write-updates.ts"

/** What incoming calls are answered with. */
export interface AgentRequestsOptions {
  readonly transport: TransportInternals
  readonly handlers: AgentHandlers
  readonly handshake: AgentHandshake
  readonly site: ContextSite
  readonly diagnose: (diagnostic: Diagnostic) => void
}

const asIs = <T>(output: ObservableInput<T>): Observable<T> => from(output)

type Serve = ((request: Request) => Observable<unknown>) | undefined

/** The requests that are about one session. */
type SessionRequest = {
  [M in ClientRequest]: ParamsOf<M> extends { readonly sessionId: string } ? M : never
}[ClientRequest]

/** Answers what the client asks. */
export const agentRequests = ({ transport, handlers, handshake, site, diagnose }: AgentRequestsOptions) => {
  const turns = new RunningTurns()

  const paramsOf = <M extends ClientRequest>(method: M, request: Request): ParamsOf<M> =>
    callParams(method, request, diagnose)

  const plain = <M extends ClientRequest>(
    method: M,
    handler: AgentHandler<ParamsOf<M>, ResultOf<M>, AgentContext> | undefined
  ): Serve =>
    handler &&
    ((request) => {
      const client = handshake.required(method)
      const context = (signal: AbortSignal) => agentContext(site, { id: request.id, method }, client, signal)
      return handled(handler, paramsOf(method, request), context, asIs)
    })

  const inSession = <M extends SessionRequest, Output>(
    method: M,
    handler: AgentHandler<ParamsOf<M>, Output> | undefined,
    through: (output: ObservableInput<Output>, sessionId: string) => Observable<ResultOf<M>>,
    run: (sessionId: string, answer: Observable<ResultOf<M>>) => Observable<ResultOf<M>> = (_, answer) => answer
  ): Serve =>
    handler &&
    ((request) => {
      const client = handshake.required(method)
      const params = paramsOf(method, request)
      const { sessionId } = params
      const context = (signal: AbortSignal) =>
        sessionContext(site, { id: request.id, method }, client, signal, sessionId)
      return run(
        sessionId,
        handled(handler, params, context, (output) => through(output, sessionId))
      )
    })

  const written = <Answer extends object>(output: ObservableInput<SessionUpdate | Answer>, sessionId: string) =>
    writeUpdates(output, { transport, write: (update) => site.update(sessionId, update) })

  const served: Readonly<Record<ClientRequest, Serve>> = {
    initialize: (request) => defer(() => of(handshake.accept(paramsOf("initialize", request)))),
    authenticate: plain("authenticate", handlers.authenticate),
    logout: plain("logout", handlers.logout),
    "session/new": plain("session/new", handlers.newSession),
    "session/load": inSession("session/load", handlers.loadSession, written),
    "session/resume": inSession("session/resume", handlers.resume, asIs),
    "session/list": plain("session/list", handlers.list),
    "session/delete": inSession("session/delete", handlers.delete, asIs),
    "session/close": inSession("session/close", handlers.close, asIs, (sessionId, answer) =>
      defer(() => {
        turns.cancel(sessionId)
        return answer
      })
    ),
    "session/set_mode": inSession("session/set_mode", handlers.setMode, asIs),
    "session/set_config_option": inSession("session/set_config_option", handlers.setConfigOption, asIs),
    "session/prompt": inSession("session/prompt", handlers.prompt, written, (sessionId, answer) =>
      turns.run(sessionId, answer)
    )
  }

  const extension = extensions(handlers.handlers, diagnose)

  return {
    /** The answer to a request, or undefined for a method without a handler. */
    serve: (request: Request): (() => ObservableInput<unknown>) | undefined => {
      const { method } = request
      const answer = Object.hasOwn(served, method) ? served[method as ClientRequest] : extension.serve(request)
      // Before the handshake even an unknown method is refused for being early.
      if (answer === undefined && handshake.begun()) return undefined
      return () => {
        if (method !== "initialize") handshake.required(method)
        return answer?.(request) ?? of({})
      }
    },
    /** Takes a notification; false when it is unknown. */
    notified: (notification: Notification): boolean => {
      const { method } = notification
      if (method === "session/cancel") {
        const decoded = decodeParams(method, notification.params)
        if (decoded._tag === "Success") turns.cancel(decoded.success.value.sessionId)
        else diagnose({ _tag: "InvalidParams", seq: notification.seq, method, reason: decoded.failure.reason })
        return true
      }
      return extension.notified(notification)
    },
    /** The client is gone. */
    stop: extension.stop
  }
}
