/** The events that the answers to our calls make; shared by live connections and replayed journals. */
import { AuthRequired, ConnectionClosed, RequestFailed, type RxacpFailure } from "../failures.ts"
import { decodeResult } from "../schema/codec/decode-method.ts"
import type { AuthMethod } from "../schema/index.ts"
import { ErrorCode } from "../wire/messages/error-codes.ts"
import type { Outcome } from "../wire/messages/outcome.ts"
import type { SessionEvent } from "./session-event.ts"
import type { SessionTracker } from "./tracker.ts"

/** An event, and the failure that goes with it when it is a bad one. */
export interface AnswerEvent {
  readonly event: SessionEvent
  readonly failure?: RxacpFailure
}

/** Lets a failure be told better than the answer alone can, say with what the handshake said. */
export type Explain = (failure: RxacpFailure) => RxacpFailure

/** An agent's -32000 becomes the failure that names the ways to authenticate; other failures stay as they are. */
export const withAuthMethods =
  (authMethods: ReadonlyArray<AuthMethod> = []): Explain =>
  (failure) => {
    if (!(failure instanceof RequestFailed) || failure.code !== ErrorCode.AuthRequired) return failure
    const { method, data } = failure
    return new AuthRequired({ method, authMethods, ...(data === undefined ? {} : { data }) })
  }

/** A bad end: the failure as it is to be told, and its event. */
const failed =
  (explain: Explain, eventOf: (failure: RxacpFailure) => SessionEvent) =>
  (reason: RxacpFailure): AnswerEvent => {
    const failure = explain(reason)
    return { event: eventOf(failure), failure }
  }

/**
 * The end of a turn. After a cancel the error -32800 ends it as `cancelled`, since some agents answer so; a stop reason
 * that is not known is kept; what is no valid result is `InvalidResult`.
 */
export const turnAnswer = (
  tracker: SessionTracker,
  outcome: Outcome,
  seq: number | undefined,
  explain: Explain
): AnswerEvent => {
  const fail = failed(explain, (failure) => tracker.turnFailed(failure, seq))
  if ("failure" in outcome) {
    const { failure } = outcome
    return tracker.cancelling && failure instanceof RequestFailed && failure.code === ErrorCode.RequestCancelled
      ? { event: tracker.turnEnded("cancelled", undefined, seq) }
      : fail(failure)
  }
  const decoded = decodeResult("session/prompt", outcome.result)
  if (decoded._tag === "Failure") return fail(decoded.failure)
  const { value } = decoded.success
  return { event: tracker.turnEnded(value.stopReason, value.usage ?? undefined, seq) }
}

/** The end of a load. */
export const loadAnswer = (
  tracker: SessionTracker,
  outcome: Outcome,
  seq: number | undefined,
  explain: Explain
): AnswerEvent => {
  const fail = failed(explain, (failure) => tracker.loadFailed(failure, seq))
  if ("failure" in outcome) return fail(outcome.failure)
  const decoded = decodeResult("session/load", outcome.result)
  return decoded._tag === "Failure" ? fail(decoded.failure) : { event: tracker.loadEnded(decoded.success.value, seq) }
}

/** Why the turn of a session that was closed ends. */
export const sessionClosed = (): ConnectionClosed => new ConnectionClosed({ reason: "the session was closed" })
