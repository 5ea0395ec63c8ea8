/** Waits until a stream of Node takes more. */
import type { Writable } from "node:stream"

/**
 * Resolves once `writable` has room again: at once when it has some, else with its next `drain`. It resolves as well when
 * the stream closes, since nothing is left to wait for then; whether a write failed shows in the stream's own `error`.
 *
 * ```
 * backpressure(agent.flow, (text) => (out.write(text) ? undefined : drained(out)))
 * ```
 */
export const drained = (writable: Writable): Promise<void> =>
  new Promise((resolve) => {
    if (!writable.writableNeedDrain || writable.destroyed) return resolve()
    const done = () => {
      writable.off("drain", done).off("close", done)
      resolve()
    }
    writable.once("drain", done).once("close", done)
  })
