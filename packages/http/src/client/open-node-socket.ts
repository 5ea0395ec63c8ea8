/** Opens a WebSocket on Node by the package `ws`, which can pause its socket; without it, by that of the platform. */
import { adaptSocket, type Socket, type SocketListener } from "../wire/socket.ts"
import { openWebSocket as openPlatformSocket, type SocketRequest } from "./open-web-socket.ts"

/** Rejects when there is neither, or the URL is not valid. */
export const openWebSocket = async (request: SocketRequest, listener: SocketListener): Promise<Socket> => {
  const { WebSocket } = await import("ws").catch((cause: unknown) => {
    if (typeof globalThis.WebSocket === "function") return { WebSocket: undefined }
    throw new Error("a WebSocket on this version of Node takes the package ws", { cause })
  })
  if (WebSocket === undefined) return openPlatformSocket(request, listener)
  const { url, token, headers, maxFrameBytes, connectMs, onHeaders } = request
  const socket = new WebSocket(url, {
    headers: { ...headers, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
    maxPayload: maxFrameBytes,
    handshakeTimeout: connectMs,
    perMessageDeflate: false
  })
  if (onHeaders !== undefined) socket.on("upgrade", (response) => onHeaders(response.headers))
  return adaptSocket(socket, listener)
}
