/** Serves an agent on a transport: the same engine as a client's connection, the other way round. */
import { type Observable, Subject } from "rxjs"
import { ByteBudget } from "../internal/byte-budget.ts"
import type { Diagnostic } from "../rpc/diagnostic.ts"
import { createPeer } from "../rpc/peer.ts"
import type { InitializeRequest, SessionUpdate } from "../schema/index.ts"
import { internalsOf } from "../transport/internals.ts"
import type { Transport, TransportEnd } from "../transport/transport.ts"
import { agentRequests } from "./agent-requests.ts"
import { type AgentSession, agentSession } from "./agent-session.ts"
import { type ClientLink, clientLink } from "./client-link.ts"
import type { AgentHandlers } from "./handlers.ts"
import { agentHandshake } from "./handshake.ts"

/** An agent that is being served. */
export interface ServedAgent extends ClientLink {
  /** What the client said of itself in the handshake; emits once, also to late subscribers. */
  readonly client: Observable<InitializeRequest>
  /** The handle of a session, for reports and questions outside of a handler. */
  session(sessionId: string): AgentSession
  /** What is unusual in the input, and what failed in a handler. Hot; completes when the transport ends. */
  readonly diagnostics: Observable<Diagnostic>
  /** Why the transport ended; emits once, also to late subscribers. Handlers that run then are unsubscribed. */
  readonly ended: Observable<TransportEnd>
  close(): Promise<void>
}

/**
 * Answers the client at the other end of a transport, from the first line on. Capabilities follow from which handlers are
 * present. Calls before `initialize` are answered -32600, methods without a handler -32601, params that can't be read
 * -32602. Never throws for what the client sends. Throws a `RangeError` for limits that are not positive.
 */
export const serveAgent = (onTransport: Transport, handlers: AgentHandlers): ServedAgent => {
  const transport = internalsOf(onTransport)
  const diagnostics = new Subject<Diagnostic>()
  const diagnose = (diagnostic: Diagnostic): void => diagnostics.next(diagnostic)
  const handshake = agentHandshake(handlers)

  const peer = createPeer({
    transport,
    trace: handlers.trace,
    diagnose,
    budget: new ByteBudget(handlers.limits?.maxHeldBytes, (holder, count) =>
      diagnose({ _tag: "HeldBytesExceeded", holder, count })
    ),
    serve: (request) => requests.serve(request),
    notified: (notification) => requests.notified(notification),
    ended: () => {
      requests.stop()
      diagnostics.complete()
    }
  })

  /** Writes an update that the client shows (protocol: Initialization, Session Notices, Compaction); reports others. */
  const update = (sessionId: string, update: SessionUpdate): void => {
    const kind = GATED.get(update.sessionUpdate)
    const offered = kind === undefined ? true : handshake.capabilities().session?.[kind]
    if (offered === undefined || offered === null) {
      const capability = `clientCapabilities.session.${kind}`
      diagnose({ _tag: "UpdateNotSent", sessionId, sessionUpdate: update.sessionUpdate, capability })
    } else peer.notify("session/update", { sessionId, update })
  }

  const { capabilities } = handshake
  const site = {
    peer,
    capabilities,
    update,
    link: clientLink({ peer, capabilities }),
    session: (sessionId: string): AgentSession => agentSession({ peer, capabilities, update }, sessionId)
  }
  const requests = agentRequests({ transport, handlers, handshake, site, diagnose })

  // An agent is there to listen, so the transport starts now; the peer has its messages already.
  transport.start()

  return {
    ...site.link,
    client: handshake.client,
    session: site.session,
    diagnostics: diagnostics.asObservable(),
    ended: transport.ended,
    close: async () => {
      await transport.close()
    }
  }
}

const GATED: ReadonlyMap<SessionUpdate["sessionUpdate"], "notices" | "compaction"> = new Map([
  ["notice", "notices"],
  ["compaction_update", "compaction"],
  ["compaction_summary_chunk", "compaction"]
])
