/** Timers for what the peer has to do: they stand still while its messages are held back here. */
import { asyncScheduler, defer, finalize, NEVER, type Observable, switchMap, take, timer } from "rxjs"

/**
 * Emits once after `ms` milliseconds of time in which `paused` was false. `paused` emits its current value on
 * subscription; after it completes the timer runs on.
 */
export const heldTimer = (ms: number, paused: Observable<boolean>): Observable<0> =>
  defer(() => {
    let left = ms
    return paused.pipe(
      switchMap((still) => {
        if (still) return NEVER
        const from = asyncScheduler.now()
        return timer(left).pipe(
          finalize(() => {
            left -= asyncScheduler.now() - from
          })
        )
      }),
      take(1)
    )
  })
