/** Ctrl-C: the first cancels, the second closes the agent, the third leaves at once. */
import { fromEvent, throttleTime } from "rxjs"

/** What an interrupt does. */
export interface Interrupts {
  /** Asks the agent to stop; false when no turn runs, and then it is closed at once. */
  readonly cancel: () => boolean
  readonly close: () => void
}

/** Milliseconds within which signals are one Ctrl-C: npm passes on what the terminal has sent us already. */
const ONE_PRESS = 200

/** Listens for SIGINT, and for SIGTERM as a wish to close; returns how to stop listening. */
export const onInterrupt = ({ cancel, close }: Interrupts): (() => void) => {
  let cancelling = false
  let closing = false

  const end = (): void => {
    // Leaving kills the agent, which has had its time.
    if (closing) process.exit(130)
    closing = true
    close()
  }
  const interrupt = (): void => {
    if (cancelling || !cancel()) end()
    cancelling = true
  }

  const listening = fromEvent(process, "SIGINT").pipe(throttleTime(ONE_PRESS)).subscribe(interrupt)
  listening.add(fromEvent(process, "SIGTERM").pipe(throttleTime(ONE_PRESS)).subscribe(end))
  return () => listening.unsubscribe()
}
