/** Decides who may speak with a server: by origin and by token. */
import { CONNECTION_ID, POSITION, RECEIVED, RESUME, SESSION_ID, SUBPROTOCOL, TOKEN_SUBPROTOCOL } from "../wire/names.ts"

/** Who may speak with a server. */
export interface AccessOptions {
  /**
   * Origins of pages that may connect, or a function that decides; default: pages of the server's own host only. Requests
   * without an `Origin`, which no page can make, always pass.
   */
  readonly origins?: ReadonlyArray<string> | ((origin: string) => boolean)
  /**
   * The token that a client must send (`Authorization: Bearer`, or the subprotocol `acp.bearer.<base64url>`), or a function
   * that decides on the whole request. Default: no token, which fits a server on the loopback only.
   */
  readonly token?: string | ((request: Request) => boolean | Promise<boolean>)
}

/** Refuses with 401 or 403; undefined lets the request pass. */
export const refuseAccess = async (request: Request, options: AccessOptions): Promise<Response | undefined> => {
  if (!originAllowed(request, options)) return new Response("this origin may not connect\n", { status: 403 })
  if (await tokenAccepted(request, options)) return undefined
  return new Response("a token is needed\n", { status: 401, headers: { "WWW-Authenticate": "Bearer" } })
}

const originAllowed = (request: Request, { origins }: AccessOptions): boolean => {
  const origin = request.headers.get("Origin")
  if (origin === null) return true
  if (typeof origins === "function") return origins(origin)
  if (origins !== undefined) return origins.includes(origin)
  return URL.canParse(origin) && new URL(origin).host === (request.headers.get("Host") ?? new URL(request.url).host)
}

const tokenAccepted = async (request: Request, { token }: AccessOptions): Promise<boolean> => {
  if (token === undefined) return true
  if (typeof token === "function") return token(request)
  const given = tokenOf(request)
  return given !== undefined && sameText(given, token)
}

/** The token that a request carries. */
const tokenOf = (request: Request): string | undefined => {
  const bearer = /^bearer +(.+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1]
  if (bearer !== undefined) return bearer.trim()
  const encoded = offeredProtocols(request).find((name) => name.startsWith(TOKEN_SUBPROTOCOL))
  if (encoded === undefined) return undefined
  const base64 = encoded.slice(TOKEN_SUBPROTOCOL.length).replaceAll("-", "+").replaceAll("_", "/")
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** The subprotocol to agree on, when the client offers one that is known. */
export const chosenProtocol = (request: Request): string | undefined =>
  offeredProtocols(request).find((name) => name === SUBPROTOCOL)

const offeredProtocols = (request: Request): ReadonlyArray<string> =>
  (request.headers.get("Sec-WebSocket-Protocol") ?? "").split(",").map((name) => name.trim())

/** Takes as long whatever differs, so that nothing can be learnt from the time. */
const sameText = (given: string, expected: string): boolean => {
  let differs = given.length ^ expected.length
  for (let i = 0; i < given.length; i++) differs |= given.charCodeAt(i) ^ expected.charCodeAt(i % expected.length)
  return differs === 0
}

/** Lets an allowed page of another origin read the answer. */
export const allowOrigin = (request: Request, response: Response): Response => {
  const origin = request.headers.get("Origin")
  if (origin === null) return response
  response.headers.set("Access-Control-Allow-Origin", origin)
  response.headers.set("Access-Control-Allow-Credentials", "true")
  response.headers.set("Access-Control-Expose-Headers", `${CONNECTION_ID}, ${RESUME}`)
  response.headers.append("Vary", "Origin")
  return response
}

/** The answer to a browser that asks beforehand; it asks without the token. */
export const preflight = (request: Request, options: AccessOptions): Response => {
  if (!originAllowed(request, options)) return new Response(null, { status: 403 })
  const allowed = ["Content-Type", "Authorization", "Last-Event-ID", CONNECTION_ID, SESSION_ID, POSITION, RECEIVED]
  return allowOrigin(
    request,
    new Response(null, {
      status: 204,
      headers: {
        "Access-Control-Allow-Methods": "GET, POST, DELETE",
        "Access-Control-Allow-Headers": allowed.join(", "),
        "Access-Control-Max-Age": "600"
      }
    })
  )
}
