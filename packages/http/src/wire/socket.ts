/** A WebSocket of either kind, that of `ws` and that of the platform, behind one shape. */

export interface SocketListener {
  readonly opened?: () => void
  /** A text frame, as bytes or as text, whichever the socket had. */
  readonly text: (frame: Uint8Array | string) => void
  readonly binary: (frame: Uint8Array) => void
  /** Once; nothing comes after it. */
  readonly closed: (code: number, reason: string) => void
}

/** A socket that can be sent on. */
export interface Socket {
  /** A promise when the network does not keep up; it resolves when it does again, and when the socket has closed. */
  readonly send: (data: string | Uint8Array) => void | Promise<void>
  /** Stops reading from the network; absent where the platform can't. */
  readonly flow?: { readonly pause: () => void; readonly resume: () => void }
  readonly ping?: () => void
  /** Says goodbye and closes. */
  readonly close: (code: number, reason?: string) => void
  /** Closes without a word. */
  readonly destroy: () => void
}

/** The WebSocket of a browser, Deno, Bun or a worker. */
export interface PlatformWebSocket {
  binaryType: string
  readonly bufferedAmount: number
  readonly readyState: number
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(code?: number, reason?: string): void
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: "close", listener: (event: { readonly code: number; readonly reason: string }) => void): void
  addEventListener(type: "open", listener: () => void): void
}

/** The WebSocket of the package `ws`. */
export interface NodeWebSocket {
  readonly bufferedAmount: number
  readonly readyState: number
  send(data: string | Uint8Array, options: { compress?: boolean }, done?: (error?: Error) => void): void
  pause(): void
  resume(): void
  ping(): void
  close(code?: number, reason?: string): void
  terminate(): void
  on(event: string, listener: (...values: never[]) => void): unknown
}

/** A socket of either kind. */
export type AnyWebSocket = PlatformWebSocket | NodeWebSocket

const OPEN = 1
const PLAIN = { compress: false }
/** Bytes in a socket's own buffer from which on a sender has to wait. */
const HIGH_WATER = 256 * 1024
/** How often a platform socket, which has no event for it, is asked whether it has drained. */
const POLL_MS = 10
/** What the protocol allows for a reason, in bytes. */
const MAX_REASON_BYTES = 123

export const adaptSocket = (socket: AnyWebSocket, listener: SocketListener): Socket =>
  "on" in socket ? adaptNode(socket, listener) : adaptPlatform(socket, listener)

const adaptNode = (socket: NodeWebSocket, { opened, text, binary, closed }: SocketListener): Socket => {
  let failure: string | undefined
  const waiters: Array<() => void> = []
  const wake = () => {
    for (const resolve of waiters.splice(0)) resolve()
  }
  socket.on("message", (data: Uint8Array, isBinary: boolean) => (isBinary ? binary(data) : text(data)))
  socket.on("error", (error: Error) => {
    failure = error.message
  })
  if (opened !== undefined) socket.on("open", opened)
  socket.on("close", (code: number, reason: Uint8Array) => {
    wake()
    closed(code, failure ?? new TextDecoder().decode(reason))
  })
  return {
    send: (data) => {
      if (socket.readyState !== OPEN) return
      if (socket.bufferedAmount + data.length < HIGH_WATER) return socket.send(data, PLAIN)
      return new Promise((resolve) => {
        waiters.push(resolve)
        socket.send(data, PLAIN, wake)
      })
    },
    flow: { pause: () => socket.pause(), resume: () => socket.resume() },
    ping: () => {
      if (socket.readyState === OPEN) socket.ping()
    },
    close: (code, reason = "") => socket.close(code, cutReason(reason)),
    destroy: () => socket.terminate()
  }
}

const adaptPlatform = (socket: PlatformWebSocket, { opened, text, binary, closed }: SocketListener): Socket => {
  socket.binaryType = "arraybuffer"
  let over = false
  const close = (code: number, reason: string) => {
    if (over) return
    over = true
    closed(code, reason)
  }
  socket.addEventListener("message", ({ data }) => {
    if (typeof data === "string") text(data)
    else if (data instanceof ArrayBuffer) binary(new Uint8Array(data))
  })
  if (opened !== undefined) socket.addEventListener("open", opened)
  socket.addEventListener("close", ({ code, reason }) => close(code, reason))
  return {
    send: (data) => {
      if (socket.readyState !== OPEN) return
      socket.send(typeof data === "string" ? data : Uint8Array.from(data))
      if (socket.bufferedAmount >= HIGH_WATER) return drained(socket)
    },
    close: (code, reason = "") => {
      // A page may only say 1000 and codes from 3000 on.
      socket.close(code === 1000 || code >= 3000 ? code : 1000, cutReason(reason))
    },
    destroy: () => {
      socket.close()
      close(1006, "")
    }
  }
}

const drained = async (socket: PlatformWebSocket): Promise<void> => {
  while (socket.readyState === OPEN && socket.bufferedAmount >= HIGH_WATER) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** As much of a reason as a close frame has room for, cut at a character. */
const cutReason = (reason: string): string => {
  const { read } = new TextEncoder().encodeInto(reason, new Uint8Array(MAX_REASON_BYTES))
  return reason.slice(0, read)
}
