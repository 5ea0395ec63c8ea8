/** Serves agents to clients over streamable HTTP and WebSocket on one endpoint. */
import { type Observable, Subject } from "rxjs"
import { decodeControl } from "../wire/control.ts"
import { CloseCode, CONNECTION_ID, RESUME_PARAMETER } from "../wire/names.ts"
import { type AnyWebSocket, adaptSocket, type Socket, type SocketListener } from "../wire/socket.ts"
import { allowOrigin, chosenProtocol, preflight, refuseAccess } from "./access.ts"
import type { Carrier } from "./carrier.ts"
import { handleHttp } from "./handle-http.ts"
import type { HttpCarrier } from "./http-carrier.ts"
import { type ClientRequest, limitsOf, type MakeTransport, type ServeOptions } from "./options.ts"
import { type ConnectionEnd, ServedConnection } from "./served-connection.ts"
import { SocketCarrier } from "./socket-carrier.ts"

/** A WebSocket upgrade that may go ahead. */
export interface AcceptedUpgrade {
  /** Headers of the answer 101. */
  readonly headers: Readonly<Record<string, string>>
  /** The subprotocol to agree on, when the client has offered one that is known. */
  readonly protocol?: string
  /** Bytes of the largest frame that the socket is to let through. */
  readonly maxFrameBytes: number
  /** Takes the socket over. To be called before its first frame comes. */
  readonly accept: (socket: AnyWebSocket) => void
}

/** A connection that began or ended. */
export type ServerEvent =
  | { readonly _tag: "ConnectionOpened"; readonly connectionId: string; readonly over: "http" | "websocket" }
  | ({ readonly _tag: "ConnectionEnded"; readonly connectionId: string } & ConnectionEnd)

/** A server of agents. */
export interface AcpServer {
  /** Answers one HTTP request. Never rejects. */
  fetch(request: Request): Promise<Response>
  /** Decides on a WebSocket upgrade: what to accept it with, or the answer that refuses it. */
  upgrade(request: Request): Promise<AcceptedUpgrade | Response>
  /** Connections that began and ended. Hot; completes with `close()`. */
  readonly events: Observable<ServerEvent>
  /** How many connections there are, those included that were cut and may be taken up again. */
  readonly connections: number
  /** Ends every connection, and every agent with it; takes no more. */
  close(): Promise<void>
}

/**
 * Makes a server that speaks the protocol's RFD for streamable HTTP and WebSocket. Each connection has an agent of its own,
 * made by `makeTransport` when the connection begins and closed with it; every line passes through unread but for what routing
 * needs. Throws a `RangeError` if a limit is not a positive integer; `graceMs` may be 0.
 *
 * TLS is not its business: it stands behind a server or proxy that has it.
 */
export const serveAcp = (makeTransport: MakeTransport, options: ServeOptions = {}): AcpServer => {
  const limits = limitsOf(options)
  const connections = new Map<string, ServedConnection>()
  const events = new Subject<ServerEvent>()
  let closed = false

  const begin = <C extends Carrier>(
    over: "http" | "websocket",
    client: ClientRequest,
    makeCarrier: (connection: ServedConnection) => C
  ): { readonly connection: ServedConnection; readonly carrier: C } => {
    let carrier: C | undefined
    const connection = new ServedConnection({
      client,
      makeTransport,
      options,
      limits,
      carrier: (made) => {
        carrier = makeCarrier(made)
        return carrier
      },
      ended: ({ id }, end) => {
        connections.delete(id)
        events.next({ _tag: "ConnectionEnded", connectionId: id, ...end })
      }
    })
    connections.set(connection.id, connection)
    events.next({ _tag: "ConnectionOpened", connectionId: connection.id, over })
    if (carrier === undefined) throw new Error("a connection makes its carrier at once")
    return { connection, carrier }
  }

  const refuse = async (request: Request): Promise<Response | undefined> => {
    if (closed) return new Response("shutting down\n", { status: 503 })
    if (options.path !== undefined && new URL(request.url).pathname !== options.path) {
      return new Response("not found\n", { status: 404 })
    }
    return refuseAccess(request, options)
  }

  const full = (): Response | undefined =>
    connections.size < limits.maxConnections ? undefined : new Response("too many connections\n", { status: 503 })

  const beginSocket = (request: Request, connectionId: string, resumes: boolean, socket: AnyWebSocket): void => {
    let adapted: Socket | undefined
    const { carrier } = begin(
      "websocket",
      { connectionId, request },
      (connection) => new SocketCarrier(connection, { resumes, secret: crypto.randomUUID(), limits })
    )
    adapted = adaptSocket(
      socket,
      carrier.listener(() => adapted)
    )
    carrier.begin(adapted)
  }

  /** The first frame says which connection is to go on; until then nothing of the socket is taken. */
  const resumeSocket = (socket: AnyWebSocket): void => {
    let adapted: Socket | undefined
    let listener: SocketListener | undefined
    const refuseSocket = (): void => adapted?.close(CloseCode.unknownConnection, "the connection is not known any more")
    const late = setTimeout(refuseSocket, limits.initializeMs)
    adapted = adaptSocket(socket, {
      text: (frame) => (listener === undefined ? refuseSocket() : listener.text(frame)),
      binary: (frame) => {
        if (listener !== undefined) return listener.binary(frame)
        clearTimeout(late)
        const control = decodeControl(frame)
        const carrier = connections.get(control?.connection ?? "")?.carrier
        if (control === undefined || adapted === undefined || !(carrier instanceof SocketCarrier)) return refuseSocket()
        listener = carrier.listener(() => adapted)
        if (!carrier.again(adapted, control)) refuseSocket()
      },
      closed: (code, reason) => {
        clearTimeout(late)
        listener?.closed(code, reason)
      }
    })
  }

  const upgrade = async (request: Request): Promise<AcceptedUpgrade | Response> => {
    const refused = await refuse(request)
    if (refused !== undefined) return refused
    const wish = new URL(request.url).searchParams.get(RESUME_PARAMETER)
    const again = wish === "again"
    const crowded = again ? undefined : full()
    if (crowded !== undefined) return crowded
    const connectionId = crypto.randomUUID()
    const protocol = chosenProtocol(request)
    return {
      headers: again ? {} : { [CONNECTION_ID]: connectionId },
      ...(protocol === undefined ? {} : { protocol }),
      maxFrameBytes: limits.maxMessageBytes,
      accept: (socket) => {
        if (again) resumeSocket(socket)
        else beginSocket(request, connectionId, wish === "new" && limits.graceMs > 0, socket)
      }
    }
  }

  return {
    fetch: async (request) => {
      if (request.method === "OPTIONS") return preflight(request, options)
      const answer = await answerSafely(async () => {
        const refused = await refuse(request)
        if (refused !== undefined) return refused
        return handleHttp(request, {
          limits,
          full,
          find: (id) => connections.get(id),
          begin: (client, makeCarrier: (connection: ServedConnection) => HttpCarrier) =>
            begin("http", client, makeCarrier)
        })
      })
      return answer.status === 403 ? answer : allowOrigin(request, answer)
    },
    upgrade,
    events: events.asObservable(),
    get connections() {
      return connections.size
    },
    close: async () => {
      closed = true
      for (const connection of [...connections.values()]) {
        connection.end({ by: "server", reason: "the server is shutting down" }, CloseCode.goingAway)
      }
      events.complete()
    }
  }
}

/** What an answer throws is a 500, unless the client has left. */
const answerSafely = async (answer: () => Promise<Response>): Promise<Response> => {
  try {
    return await answer()
  } catch {
    return new Response("internal error\n", { status: 500 })
  }
}
