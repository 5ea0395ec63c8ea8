/** What an agent may ask its client for: cold Observables of one value, written only when the client advertised it. */

import { defer, map, type Observable } from "rxjs"
import { CapabilityMissing } from "../failures.ts"
import { orThrow } from "../internal/result.ts"
import type { Peer } from "../rpc/peer.ts"
import { decodeResult } from "../schema/codec/decode-method.ts"
import type { ClientCapabilities } from "../schema/index.ts"
import type { AgentRequest, Method, ParamsOf, ResultOf } from "../schema/methods.ts"
import { missingCapability } from "../schema/offered.ts"

/** What reverse calls need of their connection. */
export interface CallSite {
  readonly peer: Peer
  /** What the client advertised; empty before the handshake. */
  readonly capabilities: () => ClientCapabilities
}

/** Throws `CapabilityMissing` when the client did not advertise what a method needs. */
export const assertOffered = (method: Method, clientCapabilities: ClientCapabilities): void => {
  const capability = missingCapability(method, { clientCapabilities })
  if (capability !== undefined) throw new CapabilityMissing({ method, capability })
}

/**
 * A call to the client: sent on subscribe, given up with `$/cancel_request` on unsubscribe. Fails with
 * `CapabilityMissing` and writes nothing when the client did not advertise it, with `RequestFailed` when it answers an
 * error, with `InvalidResult` when its answer can't be read.
 */
export const clientCall = <M extends AgentRequest>(
  { peer, capabilities }: CallSite,
  method: M,
  params: ParamsOf<M>
): Observable<ResultOf<M>> =>
  defer(() => {
    assertOffered(method, capabilities())
    return peer.call(method, params)
  }).pipe(map(({ result }) => orThrow(decodeResult(method, result)).value))
