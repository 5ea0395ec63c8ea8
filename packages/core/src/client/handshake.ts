/** The handshake: one per connection, started by the first call that needs it, shared by all. */
import { AsyncSubject, defer, type Observable, Subscription, take } from "rxjs"
import { isFailure, RequestTimedOut, type RxacpFailure, UnsupportedProtocolVersion } from "../failures.ts"
import type { Peer } from "../rpc/peer.ts"
import { decodeResult } from "../schema/codec/decode-method.ts"
import type { ClientCapabilities, Implementation, InitializeResponse } from "../schema/index.ts"
import { protocolVersion } from "../schema/protocol-version.ts"
import { explainFailure } from "../session/explain-failure.ts"
import type { TransportInternals } from "../transport/internals.ts"
import { heldTimer } from "./held-timer.ts"

/** What the handshake says and how long it waits. */
export interface HandshakeOptions {
  readonly peer: Peer
  readonly transport: TransportInternals
  readonly info: Implementation
  readonly capabilities: ClientCapabilities
  readonly timeouts: { readonly start: number; readonly initialize: number }
}

/**
 * The agent's answer to `initialize`: sent at the first subscription, the same for all. An unsupported version, an
 * answer that can't be read, an error and a timeout fail it for good and close the transport.
 */
export const createHandshake = (options: HandshakeOptions): Observable<InitializeResponse> => {
  const { peer, transport, info, capabilities, timeouts } = options
  const answer = new AsyncSubject<InitializeResponse>()
  const waits = new Subscription()
  let started = false

  const fail = (failure: RxacpFailure): void => {
    waits.unsubscribe()
    answer.error(failure)
    transport.close().catch(() => {})
  }

  const expire = (waitedFor: "start" | "initialize"): Subscription => {
    const ms = timeouts[waitedFor]
    if (ms === Number.POSITIVE_INFINITY) return Subscription.EMPTY
    return heldTimer(ms, transport.flow.held).subscribe(() =>
      fail(new RequestTimedOut({ method: "initialize", ms, waitedFor, ...transport.whySilent() }))
    )
  }

  const accept = (raw: unknown): void => {
    const decoded = decodeResult("initialize", raw)
    if (decoded._tag === "Failure") {
      fail(decoded.failure)
      return
    }
    const { value } = decoded.success
    const answered = value.protocolVersion
    if (answered !== protocolVersion) fail(new UnsupportedProtocolVersion({ requested: protocolVersion, answered }))
    else {
      answer.next(value)
      answer.complete()
    }
  }

  const start = (): void => {
    const { send } = peer.prepare("initialize", { protocolVersion, clientCapabilities: capabilities, clientInfo: info })
    started = true
    const silence = expire("start")
    waits.add(silence)
    waits.add(transport.lines.pipe(take(1)).subscribe(() => silence.unsubscribe()))
    waits.add(expire("initialize"))
    try {
      send((outcome) => {
        waits.unsubscribe()
        if ("failure" in outcome) fail(explainFailure(outcome.failure))
        else accept(outcome.result)
      })
    } catch (error) {
      if (!isFailure(error)) throw error
      fail(error)
    }
  }

  return defer(() => {
    if (!started) start()
    return answer
  })
}
