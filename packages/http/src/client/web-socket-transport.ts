/** A transport over a WebSocket. */
import { createTransport, type RxacpFailure, type Transport, type TransportOptions } from "@rxacp/core"
import { distinctUntilChanged, type Observable, Subject } from "rxjs"
import type { LinkState } from "./link.ts"
import { SocketClient } from "./socket-client.ts"

/** How a WebSocket to an agent is opened, and the options of its transport. */
export interface WebSocketOptions extends TransportOptions {
  /**
   * Whether to ask for a connection that survives a cut (an extension of rxacp; other servers do not see it). Default true.
   */
  readonly resume?: boolean
  /** A token, sent as `Authorization: Bearer` on Node and as a subprotocol in browsers. */
  readonly token?: string
  /** Headers of the upgrade; browsers do not let them be set. */
  readonly headers?: Readonly<Record<string, string>>
  /** How long opening may take, in milliseconds. Default 30,000. On Node only. */
  readonly connectMs?: number
}

/** A transport over a network. */
export interface NetworkTransport extends Transport {
  /** The state of the way to the server: the current one, then every change. Completes when the transport ends. */
  readonly link: Observable<LinkState>
}

const DEFAULT_MAX_LINE_BYTES = 32 * 1024 * 1024

/**
 * Connects to an agent at a `ws:` or `wss:` URL at once (RFD: WebSocket Request Flow). Never throws for a server that can't be
 * reached: then `ended` and every call give `ConnectionClosed`. Throws a RangeError for options that the transport does not
 * take.
 *
 * On Node it takes the package `ws`, which stops reading while delivery is held; a browser's socket can't, so that a server
 * that does not resume fails the transport with `BufferOverflow` after `maxBufferedBytes`. Frames over `maxLineBytes` are
 * values, as lines are; one over twice that ends the transport with `LineTooLong`. Binary frames are seen as `Noise`.
 *
 * With a server that resumes, a cut connection is taken up again within the server's grace time: nothing is lost and nothing
 * comes twice, in either direction. With any other, a cut ends the transport with `ConnectionClosed`.
 */
export const webSocketTransport = (url: string | URL, options: WebSocketOptions = {}): NetworkTransport => {
  const { resume = true, token, headers, connectMs = 30_000, maxLineBytes = DEFAULT_MAX_LINE_BYTES } = options
  const bytes = new Subject<Uint8Array>()
  let failure: RxacpFailure | undefined
  const client = new SocketClient(
    {
      url: String(url),
      resume,
      connectMs,
      maxFrameBytes: 2 * maxLineBytes,
      ...(token === undefined ? {} : { token }),
      ...(headers === undefined ? {} : { headers })
    },
    {
      deliver: (chunk) => bytes.next(chunk),
      ended: (why) => {
        failure = why
        bytes.complete()
      }
    }
  )
  const transport = createTransport(
    {
      source: { bytes, pause: () => client.pause(), resume: () => client.resume() },
      write: (line) => client.channel.write(line),
      close: () => client.close(),
      reason: () => failure
    },
    options
  )
  client.start()
  return { ...transport, link: client.link.pipe(distinctUntilChanged()) }
}
