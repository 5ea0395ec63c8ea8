/** Notices calls that were made and never subscribed to: a cold Observable that is dropped does nothing. */
import { defer, type Observable } from "rxjs"
import type { Diagnostic } from "../rpc/diagnostic.ts"

/** How long a call may wait for its first subscriber, in ms. */
const WAIT = 1000

/** The source; when it has no subscriber within a second, that is reported. */
export const watchSubscribed = <T>(
  source: Observable<T>,
  method: string,
  diagnose: (diagnostic: Diagnostic) => void
): Observable<T> => {
  const timer: unknown = setTimeout(() => diagnose({ _tag: "NeverSubscribed", method }), WAIT)
  // In Node.js a timer keeps the process alive, in a browser it is a number.
  if (typeof timer === "object" && timer !== null && "unref" in timer) (timer as { unref(): void }).unref()
  return defer(() => {
    clearTimeout(timer as Parameters<typeof clearTimeout>[0])
    return source
  })
}
