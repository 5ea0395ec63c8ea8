/** A client's connection to an agent: handshake, sessions, calls both ways. */
import { concatMap, EMPTY, expand, map, NEVER, type Observable, Subject, switchMap, timer } from "rxjs"
import { CapabilityMissing, closedHere, InvalidResult } from "../failures.ts"
import { assertLimits } from "../internal/assert-limits.ts"
import { ByteBudget } from "../internal/byte-budget.ts"
import { SaidOfCalls } from "../permissions/said-of-calls.ts"
import type { Diagnostic } from "../rpc/diagnostic.ts"
import { createPeer } from "../rpc/peer.ts"
import type {
  AuthenticateResponse,
  CloseSessionResponse,
  DeleteSessionResponse,
  InitializeResponse,
  ListSessionsResponse,
  LogoutResponse,
  NewSessionResponse
} from "../schema/index.ts"
import { isJsonObject } from "../schema/json-object.ts"
import type { AnsweredCall } from "../session/answer-fact.ts"
import { featuresOf, withDeclared } from "../session/unstable/features.ts"
import { unstableUpdates } from "../session/unstable/updates.ts"
import type { Flow } from "../transport/flow.ts"
import { internalsOf } from "../transport/internals.ts"
import type { Transport, TransportEnd } from "../transport/transport.ts"
import { call, extensionCall, made } from "./call.ts"
import { clientCapabilities } from "./client-capabilities.ts"
import type { ConnectionContext } from "./context.ts"
import { createHandshake } from "./handshake.ts"
import { createIncoming } from "./incoming.ts"
import { LiveSessions } from "./live-sessions.ts"
import { missingForSetup, type SessionSetup } from "./missing-capability.ts"
import { type ConnectOptions, withDefaults } from "./options.ts"
import { type Session, sessionHandle } from "./session.ts"
import { startOnSubscribe } from "./start-on-subscribe.ts"

/**
 * A connection. Every call is a cold Observable of one value: sent on subscribe, after the handshake that all calls share;
 * unsubscribing one that is open sends `$/cancel_request`. A call for something the agent did not advertise fails with
 * `CapabilityMissing` and writes nothing; an agent's -32000 is `AuthRequired`, its other errors are `RequestFailed`, an
 * answer that is not a valid result is `InvalidResult`.
 */
export interface Connection {
  /** The handshake: the agent's version, capabilities and ways to authenticate. */
  initialize(): Observable<InitializeResponse>
  /** `session/new`, as a handle. */
  open(setup: SessionSetup): Observable<Session>
  /** `session/new`, as it was answered. */
  newSession(setup: SessionSetup): Observable<NewSessionResponse>
  /** The handle of a session, known or not; nothing is sent. */
  session(sessionId: string): Session
  /** `session/list`, page after page; unsubscribing asks for no more. */
  listSessions(filter?: { readonly cwd?: string }): Observable<ListSessionsResponse>
  deleteSession(sessionId: string): Observable<DeleteSessionResponse>
  closeSession(sessionId: string): Observable<CloseSessionResponse>
  /** `authenticate` with one of the offered methods; those of type `terminal` are for the user to run, so they are rejected. */
  authenticate(methodId: string): Observable<AuthenticateResponse>
  logout(): Observable<LogoutResponse>
  /** A request of an extension; the result is as it came. */
  request(method: string, params?: unknown): Observable<unknown>
  /** A notification of an extension, sent at once. */
  notify(method: string, params?: unknown): void
  /** What only the pairing of messages shows. Hot; completes when the connection ends. */
  readonly diagnostics: Observable<Diagnostic>
  /** Why the connection ended; emits once, also to late subscribers. */
  readonly ended: Observable<TransportEnd>
  /** Closes the transport; open calls and turns fail with `ConnectionClosed`. */
  close(): Promise<void>
  /** Closes the transport, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** The flows of the transports that have a connection; a copy of a transport shares its flow. */
const connected = new WeakSet<Flow>()

/**
 * Connects to the agent at the other end of a transport. The transport is not started by this, but by the first call or by
 * whoever subscribes to the events of a session or to the diagnostics.
 * Throws a `RangeError` for limits that are not positive and for an unstable feature of an unknown name, and a `TypeError`
 * for a transport that has a connection already.
 */
export const connect = (to: Transport, options: ConnectOptions): Connection => {
  const transport = internalsOf(to)
  const { info, permissions, limits = {}, trace } = options
  assertLimits(limits)
  const features = featuresOf(options.unstable)
  const timeouts = withDefaults(options.timeouts)
  if (connected.has(transport.flow)) throw new TypeError("this transport has a connection already")
  connected.add(transport.flow)
  const diagnostics = new Subject<Diagnostic>()
  const diagnose = (diagnostic: Diagnostic): void => diagnostics.next(diagnostic)

  const budget = new ByteBudget(limits.maxHeldBytes, (holder, count) =>
    // Events are reported for the session that they were of.
    holder === "events" ? undefined : diagnose({ _tag: "HeldBytesExceeded", holder, count })
  )

  const peer = createPeer({
    transport,
    trace,
    diagnose,
    budget,
    serve: (request) => incoming.serve(request),
    notified: (notification, update) => incoming.notified(notification, update),
    ended: (failure) => {
      incoming.stop()
      sessions.end(failure ?? closedHere())
      options.terminals?.endSession?.()
      diagnostics.complete()
    }
  })
  const initialized = createHandshake({
    peer,
    transport,
    info,
    capabilities: withDeclared(clientCapabilities(options), features),
    timeouts
  })
  const answered = (answer: AnsweredCall): void => {
    sessions.answered(answer)
    const { method, params, outcome } = answer
    const closes = method === "session/close" || method === "session/delete"
    if (closes && "result" in outcome && isJsonObject(params)) options.terminals?.endSession?.(String(params.sessionId))
  }
  const context: ConnectionContext = {
    transport,
    peer,
    initialized,
    permissions,
    said: permissions === undefined ? undefined : new SaidOfCalls(),
    limits,
    budget,
    timeouts,
    diagnose,
    answered
  }
  const sessions: LiveSessions = new LiveSessions(context)
  const incoming = createIncoming({ services: options, sessions, diagnose, unstable: unstableUpdates(features) })
  const unstable = features.size === 0 ? {} : { unstable: [...features] }
  transport.record({ type: "connected", limits, ...unstable }, () => {})

  transport.flow.held
    .pipe(switchMap((held) => (held && timeouts.hold !== Number.POSITIVE_INFINITY ? timer(timeouts.hold) : NEVER)))
    .subscribe(() => {
      const pending = peer.waiting()
      if (pending.length === 0) return
      const ms = timeouts.hold
      diagnose({ _tag: "HeldWithCallsPending", ms, pending })
      trace?.({ direction: "in", kind: "held", bytes: transport.flow.state.bytesWaiting, epoch: transport.epoch, ms })
    })

  const close = async (): Promise<void> => {
    await transport.close()
  }

  const handle = (sessionId: string): Session => sessionHandle(context, sessions.claimed(sessionId), features, handle)

  const newSession = (setup: SessionSetup): Observable<NewSessionResponse> =>
    call(context, "session/new", { mcpServers: [], ...setup }, (capabilities) => missingForSetup(setup, capabilities))

  return {
    initialize: () => initialized,
    open: (setup) => newSession(setup).pipe(map(({ sessionId }) => handle(sessionId))),
    newSession,
    session: handle,
    listSessions: (filter = {}) => {
      const page = (cursor?: string) =>
        call(context, "session/list", cursor === undefined ? { ...filter } : { ...filter, cursor })
      return made(context, "session/list", () => {
        const seen = new Set<string>()
        return page().pipe(
          expand((answer) => {
            const { nextCursor } = answer
            if (nextCursor === undefined || nextCursor === null) return EMPTY
            if (!seen.has(nextCursor)) {
              seen.add(nextCursor)
              return page(nextCursor)
            }
            const reason = "a cursor that was given before"
            throw new InvalidResult({ method: "session/list", path: ["nextCursor"], reason, raw: answer })
          })
        )
      })
    },
    deleteSession: (sessionId) => call(context, "session/delete", { sessionId }),
    closeSession: (sessionId) => call(context, "session/close", { sessionId }),
    authenticate: (methodId) =>
      initialized.pipe(
        concatMap(({ authMethods = [] }) => {
          const offered = authMethods.find(({ id }) => id === methodId)
          if (offered !== undefined && (!("type" in offered) || offered.type !== "terminal")) {
            return call(context, "authenticate", { methodId })
          }
          const capability =
            offered === undefined ? `the method ${methodId}` : `a call for ${methodId}, which runs in a terminal`
          throw new CapabilityMissing({ method: "authenticate", capability })
        })
      ),
    logout: () => call(context, "logout", {}),
    request: (method, params) => extensionCall(context, method, params),
    notify: (method, params) => peer.notify(method, params),
    diagnostics: startOnSubscribe(diagnostics, transport.start),
    ended: transport.ended,
    close,
    [Symbol.asyncDispose]: close
  }
}
