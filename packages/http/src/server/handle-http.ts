/** Answers the requests of streamable HTTP (RFD: unified routing model). */
import { type Envelope, envelopeOf } from "../wire/envelope.ts"
import {
  CONNECTION_ID,
  EVENT_STREAM,
  JSON_TYPE,
  POSITION,
  RECEIVED,
  RESUME,
  RESUME_PARAMETER,
  SESSION_ID
} from "../wire/names.ts"
import { HttpCarrier, MAX_ID_LENGTH } from "./http-carrier.ts"
import type { ClientRequest, Limits } from "./options.ts"
import { readBody } from "./read-body.ts"
import type { ServedConnection } from "./served-connection.ts"

/** What answering needs of the server. */
export interface HttpDeps {
  readonly limits: Limits
  /** The refusal, when no further connection fits. */
  readonly full: () => Response | undefined
  readonly find: (id: string) => ServedConnection | undefined
  readonly begin: (
    client: ClientRequest,
    makeCarrier: (connection: ServedConnection) => HttpCarrier
  ) => { readonly connection: ServedConnection; readonly carrier: HttpCarrier }
}

const INVALID_REQUEST = -32600
const INTERNAL_ERROR = -32603

/** Answers a POST, GET or DELETE. */
export const handleHttp = async (request: Request, deps: HttpDeps): Promise<Response> => {
  switch (request.method) {
    case "POST":
      return post(request, deps)
    case "GET":
      return openStream(request, deps)
    case "DELETE":
      return withConnection(request, deps, (connection) => {
        connection.end({ by: "client", reason: "the client closed the connection" })
        return new Response(null, { status: 202 })
      })
    default:
      return refusal(405, "method not allowed")
  }
}

const post = async (request: Request, deps: HttpDeps): Promise<Response> => {
  const text = await readBody(request, deps.limits.maxMessageBytes)
  if (text === undefined) return refusal(413, "the message is too large")
  const acknowledges = request.headers.get(RECEIVED)
  // With nothing to say, a client that resumes says how far it has come.
  if (text === "" && acknowledges !== null) {
    return withConnection(request, deps, () => new Response(null, { status: 202 }))
  }
  if (!/^application\/json\b/i.test(request.headers.get("Content-Type") ?? "")) {
    return refusal(415, `the content type must be ${JSON_TYPE}`)
  }
  const envelope = envelopeOf(text)
  if (envelope === undefined) {
    const batch = text.trimStart().startsWith("[")
    return rpcError(batch ? 501 : 400, null, INVALID_REQUEST, batch ? "batches are not supported" : "not a message")
  }
  if (envelope.method === "initialize" && request.headers.get(CONNECTION_ID) === null) {
    return initialize(request, text, envelope, deps)
  }
  if (envelope.method === "initialize") return refusal(400, "this connection is initialized already")
  return withConnection(request, deps, (connection, carrier) => take(request, text, envelope, connection, carrier))
}

const take = async (
  request: Request,
  text: string,
  envelope: Envelope,
  connection: ServedConnection,
  carrier: HttpCarrier
): Promise<Response> => {
  const session = request.headers.get(SESSION_ID)
  const { method, sessionId, id } = envelope
  if ((sessionId ?? "").length > MAX_ID_LENGTH || (typeof id === "string" && id.length > MAX_ID_LENGTH)) {
    return refusal(400, "the id is too long")
  }
  if (sessionId !== undefined && session !== null && session !== sessionId) {
    return refusal(400, `${SESSION_ID} is not the session of the message`)
  }
  if (method !== undefined && sessionId !== undefined && session === null)
    return refusal(400, `${SESSION_ID} is missing`)
  const position = carrier.resumes ? positionOf(request) : undefined
  if (carrier.resumes && position === undefined) return refusal(400, "the position of the message is missing")
  try {
    await carrier.take(text, envelope, position)
  } catch (error) {
    if (error instanceof RangeError) return refusal(409, error.message)
    return refusal(503, error instanceof Error ? error.message : "try again")
  }
  return connection.over ? refusal(404, "unknown connection") : new Response(null, { status: 202 })
}

const initialize = async (request: Request, text: string, envelope: Envelope, deps: HttpDeps): Promise<Response> => {
  const { id } = envelope
  if (id === undefined || id === null) return refusal(400, "initialize needs an id")
  const crowded = deps.full()
  if (crowded !== undefined) return crowded
  const { limits } = deps
  const resumes = new URL(request.url).searchParams.get(RESUME_PARAMETER) === "new" && limits.graceMs > 0
  const { connection, carrier } = deps.begin(
    { connectionId: crypto.randomUUID(), request },
    (made) => new HttpCarrier(made, { resumes, limits })
  )
  connection.cut(limits.initializeMs)
  const answer = await carrier.initialize(text, envelope)
  if (answer === "") return rpcError(502, id, INTERNAL_ERROR, `the agent did not answer: ${connection.endReason}`)
  connection.cut(limits.stallMs)
  return new Response(answer, {
    headers: {
      "Content-Type": JSON_TYPE,
      [CONNECTION_ID]: connection.id,
      ...(resumes ? { [RESUME]: String(limits.graceMs) } : {})
    }
  })
}

const openStream = (request: Request, deps: HttpDeps): Promise<Response> | Response => {
  if (request.headers.get("Upgrade")?.toLowerCase() === "websocket")
    return refusal(426, "this is not a WebSocket endpoint")
  if (!(request.headers.get("Accept") ?? "").includes(EVENT_STREAM))
    return refusal(406, `only ${EVENT_STREAM} is served`)
  return withConnection(request, deps, (_, carrier) => {
    const stream = carrier.open(request.headers.get(SESSION_ID) ?? "", request.headers.get("Last-Event-ID"))
    if (stream instanceof Response) return stream
    return refusal(stream, REFUSED_STREAM[stream])
  })
}

const REFUSED_STREAM = {
  409: "this stream is read already",
  410: "what comes after this event is not kept any more",
  429: "too many streams"
} as const

const withConnection = async (
  request: Request,
  deps: HttpDeps,
  use: (connection: ServedConnection, carrier: HttpCarrier) => Promise<Response> | Response
): Promise<Response> => {
  const id = request.headers.get(CONNECTION_ID)
  if (id === null) return refusal(400, `${CONNECTION_ID} is missing`)
  const connection = deps.find(id)
  if (!(connection?.carrier instanceof HttpCarrier)) return refusal(404, "unknown connection")
  const received = numberOf(request.headers.get(RECEIVED))
  if (received !== undefined) connection.carrier.acknowledge(received)
  return use(connection, connection.carrier)
}

const positionOf = (request: Request): number | undefined => numberOf(request.headers.get(POSITION))

const numberOf = (text: string | null): number | undefined => {
  const value = text === null ? Number.NaN : Number(text)
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

const refusal = (status: number, reason: string): Response =>
  new Response(`${reason}\n`, { status, headers: { "Content-Type": "text/plain" } })

const rpcError = (status: number, id: string | number | null, code: number, message: string): Response =>
  new Response(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }), {
    status,
    headers: { "Content-Type": JSON_TYPE }
  })
