/** Retries a call once, after authenticating. */
import {
  catchError,
  concat,
  defer,
  from,
  ignoreElements,
  type MonoTypeOperatorFunction,
  type ObservableInput,
  throwError
} from "rxjs"
import { AuthRequired } from "../failures.ts"

/**
 * When a call fails with `AuthRequired`, authenticates and makes the call once more; whatever the second one fails with is
 * its failure. `authenticate` gets the failure, which names the methods that the agent offers.
 *
 * ```
 * connection.open({ cwd }).pipe(retryAfterAuth(() => connection.authenticate("api-key")))
 * ```
 */
export const retryAfterAuth =
  <T>(authenticate: (failure: AuthRequired) => ObservableInput<unknown>): MonoTypeOperatorFunction<T> =>
  (source) =>
    source.pipe(
      catchError((failure: unknown) =>
        failure instanceof AuthRequired
          ? concat(defer(() => from(authenticate(failure))).pipe(ignoreElements()), source)
          : throwError(() => failure)
      )
    )
