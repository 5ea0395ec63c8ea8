/** Deadlines for calls. */
import { type MonoTypeOperatorFunction, map, merge, type Observable, take } from "rxjs"
import type { RxacpFailure } from "../failures.ts"
import { heldTimer } from "./held-timer.ts"

/** Errors a source of one value with `failure` when it has none after `ms` of time not paused; `Infinity` waits for ever. */
export const withDeadline =
  <T>(ms: number, paused: Observable<boolean>, failure: () => RxacpFailure): MonoTypeOperatorFunction<T> =>
  (source) =>
    ms === Number.POSITIVE_INFINITY
      ? source
      : merge(
          source,
          heldTimer(ms, paused).pipe(
            map((): T => {
              throw failure()
            })
          )
        ).pipe(take(1))
