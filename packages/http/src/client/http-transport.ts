/** A transport over streamable HTTP. */
import { createTransport, type RxacpFailure, type TransportOptions } from "@rxacp/core"
import { distinctUntilChanged, type Observable, Subject } from "rxjs"
import { type FailedPost, HttpClient } from "./http-client.ts"
import type { NetworkTransport } from "./web-socket-transport.ts"

/** How an agent is reached over HTTP, and the options of the transport. */
export interface HttpOptions extends TransportOptions {
  /** Whether to ask for a connection that survives a cut (an extension of rxacp; other servers do not see it). Default true. */
  readonly resume?: boolean
  /** A token, sent as `Authorization: Bearer`. */
  readonly token?: string
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch
  /**
   * With a server that does not resume: for how long, in milliseconds, a session's stream has to be quiet before the answer to
   * a call of the session that came on another stream is delivered. Default 100.
   */
  readonly quietMs?: number
  /** With a server that does not resume: how long a broken event stream is tried again, in milliseconds. Default 30,000. */
  readonly reconnectMs?: number
}

/** A transport over streamable HTTP. */
export interface HttpTransport extends NetworkTransport {
  /** Notifications and answers to the agent that could not be sent. Hot; completes when the transport ends. */
  readonly failedPosts: Observable<FailedPost>
}

const DEFAULT_MAX_LINE_BYTES = 32 * 1024 * 1024

/**
 * Connects to an agent at an `http:` or `https:` URL with its first call, `initialize` (RFD: Streamable HTTP). Never throws for
 * a server that can't be reached: then `ended` and every call give `ConnectionClosed`. Throws a RangeError for options that the
 * transport does not take.
 *
 * A POST that fails makes its call fail with `RequestFailed`, and nothing else; 401, 403, 404 and 410 end the transport. An
 * event stream that ends is opened again; when it broke, what was under way in its session may be lost, so the calls of that
 * session fail. Events over `maxLineBytes` are values, as lines are; one over twice that ends the transport with `LineTooLong`.
 *
 * With a server that resumes, everything comes on one stream, in the agent's order, and nothing is lost and nothing comes
 * twice through a cut, in either direction. With any other the order between the stream of the connection and those of the
 * sessions is not known: what came on one stream is delivered in its order; an answer that came on another stream than its
 * session's is delivered once that stream has been quiet for `quietMs`.
 */
export const httpTransport = (url: string | URL, options: HttpOptions = {}): HttpTransport => {
  const { resume = true, token, headers, quietMs = 100, reconnectMs = 30_000 } = options
  const { maxLineBytes = DEFAULT_MAX_LINE_BYTES, fetch = globalThis.fetch } = options
  const bytes = new Subject<Uint8Array>()
  let failure: RxacpFailure | undefined
  const client = new HttpClient(
    {
      url: String(url),
      resume,
      quietMs,
      reconnectMs,
      maxEventLength: 2 * maxLineBytes,
      fetch: (input, init) => fetch(input, init),
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
      write: (line) => client.write(line),
      close: () => client.close(),
      reason: () => failure
    },
    options
  )
  return {
    ...transport,
    link: client.link.pipe(distinctUntilChanged()),
    failedPosts: client.failedPosts.asObservable()
  }
}
