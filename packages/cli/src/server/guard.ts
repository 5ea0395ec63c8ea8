/** Who may talk to the server: pages that it served itself, and that know its token. */
import { timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"

/**
 * Why a request is refused; undefined when it is not. The `Host` must be the loopback address, so that a foreign name that
 * resolves to it (DNS rebinding) gets nothing; a request that changes something must say that it comes from our own page;
 * and every call of the API must bear the token.
 */
export const refusal = (request: IncomingMessage, token: string): { status: 401 | 403; reason: string } | undefined => {
  const { host = "", origin, authorization = "" } = request.headers
  const port = request.socket.localPort
  if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(host)) return { status: 403, reason: "foreign host" }
  if (origin === undefined ? request.method !== "GET" : origin !== `http://${host}`) {
    return { status: 403, reason: "foreign origin" }
  }
  const site = request.headers["sec-fetch-site"] ?? "same-origin"
  if (site !== "same-origin" && site !== "none") return { status: 403, reason: "foreign page" }
  if (request.url?.startsWith("/api/") && !sameText(authorization, `Bearer ${token}`)) {
    return { status: 401, reason: "wrong token" }
  }
  return undefined
}

/** Compares without telling by its time how far two texts agree. */
const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
