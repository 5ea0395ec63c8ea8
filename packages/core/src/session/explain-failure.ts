/** What is known of a failure beyond the answer that brought it. */
import { AuthRequired, RequestFailed, type RxacpFailure } from "../failures.ts"
import type { AuthMethod } from "../schema/index.ts"
import { RpcErrorCode } from "../wire/messages/error-codes.ts"
import type { Outcome } from "../wire/messages/outcome.ts"

/** An agent's -32000 becomes the failure that names the ways to authenticate; other failures stay as they are. */
export const explainFailure = (failure: RxacpFailure, authMethods: ReadonlyArray<AuthMethod> = []): RxacpFailure => {
  if (!(failure instanceof RequestFailed) || failure.code !== RpcErrorCode.AuthRequired) return failure
  const { method, data, message: agentMessage } = failure
  return new AuthRequired({ method, authMethods, agentMessage, ...(data === undefined ? {} : { data }) })
}

/** The outcome of a call with its failure explained. */
export const explainOutcome = (outcome: Outcome, authMethods?: ReadonlyArray<AuthMethod>): Outcome =>
  "failure" in outcome ? { failure: explainFailure(outcome.failure, authMethods) } : outcome
