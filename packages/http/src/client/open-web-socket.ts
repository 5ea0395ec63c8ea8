/** Opens a WebSocket where the platform has one: in browsers, workers, Deno and Bun. */
import { SUBPROTOCOL, TOKEN_SUBPROTOCOL } from "../wire/names.ts"
import { adaptSocket, type Socket, type SocketListener } from "../wire/socket.ts"

export interface SocketRequest {
  readonly url: string
  readonly token?: string
  /** Only where the platform lets headers be set, as `ws` on Node does. */
  readonly headers?: Readonly<Record<string, string>>
  readonly maxFrameBytes: number
  readonly connectMs: number
  /** Called with the headers of the server's answer, where they can be seen. */
  readonly onHeaders?: (headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>) => void
}

/** Rejects when there is no WebSocket, or the URL is not valid. */
export const openWebSocket = async ({ url, token }: SocketRequest, listener: SocketListener): Promise<Socket> => {
  if (typeof WebSocket !== "function") throw new Error("this platform has no WebSocket")
  const socket = token === undefined ? new WebSocket(url) : new WebSocket(url, [SUBPROTOCOL, tokenProtocol(token)])
  return adaptSocket(socket, listener)
}

/** A page can't set headers of an upgrade, so the token goes where it can be set. */
const tokenProtocol = (token: string): string => {
  const binary = String.fromCharCode(...new TextEncoder().encode(token))
  return TOKEN_SUBPROTOCOL + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}
