/** The calls that a connection is made of: sent after the handshake, checked both ways. */

import { catchError, concatMap, defer, map, type Observable, throwError } from "rxjs"
import { CapabilityMissing, isFailure, RequestTimedOut } from "../failures.ts"
import { orThrow } from "../internal/result.ts"
import type { Answered, CallAnswer } from "../rpc/peer.ts"
import { decodeResult } from "../schema/codec/decode-method.ts"
import type { AgentCapabilities, InitializeResponse } from "../schema/index.ts"
import type { ClientRequest, ParamsOf, ResultOf } from "../schema/methods.ts"
import { missingCapability } from "../schema/offered.ts"
import { explainFailure } from "../session/explain-failure.ts"
import { checkedParams } from "./checked-params.ts"
import type { ConnectionContext } from "./context.ts"
import { withDeadline } from "./deadline.ts"
import { watchSubscribed } from "./watch-subscribed.ts"

/** Says which capability a call lacks, if any. */
export type Lacks = (capabilities: AgentCapabilities) => string | undefined

/** The handshake's answer, once it allows the call; else `CapabilityMissing`. */
export const allowed = (
  { initialized }: ConnectionContext,
  method: ClientRequest,
  lacks: Lacks = () => undefined
): Observable<InitializeResponse> =>
  initialized.pipe(
    map((answer) => {
      const agentCapabilities = answer.agentCapabilities ?? {}
      const capability = missingCapability(method, { agentCapabilities }) ?? lacks(agentCapabilities)
      if (capability !== undefined) throw new CapabilityMissing({ method, capability })
      return answer
    })
  )

/** One exchange within its deadline; an agent's -32000 becomes the failure that names the ways to authenticate. */
const exchange = (
  { peer, transport, timeouts, answered }: ConnectionContext,
  { authMethods }: InitializeResponse,
  method: string,
  params: unknown
): Observable<CallAnswer> => {
  const ms = timeouts.request
  const noted: Answered = (outcome, requestId, seq) => answered({ method, params, requestId, outcome, seq })
  return peer.call(method, params, noted).pipe(
    withDeadline(ms, transport.flow.held, () => new RequestTimedOut({ method, ms, waitedFor: "request" })),
    catchError((failure: unknown) =>
      throwError(() => (isFailure(failure) ? explainFailure(failure, authMethods) : failure))
    )
  )
}

/** A call as it is handed to the caller: made at each subscription; that there is none is reported. */
export const made = <T>({ diagnose }: ConnectionContext, method: string, make: () => Observable<T>): Observable<T> =>
  watchSubscribed(defer(make), method, diagnose)

/** A call of an extension, after the handshake; its result is as it came. */
export const extensionCall = (context: ConnectionContext, method: string, params: unknown): Observable<unknown> =>
  made(context, method, () =>
    context.initialized.pipe(
      concatMap((initialized) => exchange(context, initialized, method, params)),
      map(({ result }) => result)
    )
  )

/** A typed call: waits for the handshake, writes nothing the agent did not advertise, validates what comes back. */
export const call = <M extends ClientRequest>(
  context: ConnectionContext,
  method: M,
  params: ParamsOf<M>,
  lacks?: Lacks
): Observable<ResultOf<M>> =>
  made(context, method, () => {
    const checked = checkedParams(method, params)
    return allowed(context, method, lacks).pipe(
      concatMap((initialized) => exchange(context, initialized, method, checked)),
      map(({ result }) => orThrow(decodeResult(method, result)).value)
    )
  })
