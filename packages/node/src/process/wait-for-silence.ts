/** Waits for an output to fall silent. */
import { setImmediate } from "node:timers/promises"

/** An output that is looked at from time to time. */
export interface Listening {
  /** Grows with what arrives. */
  readonly arrived: () => number
  /** Waits, and is done earlier when the output has ended. */
  readonly wait: (ms: number) => Promise<unknown>
  readonly ended: () => boolean
  /** Whether nothing reads, so that silence means nothing. */
  readonly held?: () => boolean
}

/**
 * Resolves when nothing has arrived for `ms`, or when the output has ended; after four waits at the latest, so that one
 * who goes on writing does not keep us for ever. Time in which the output is held does not count.
 */
export const waitForSilence = async (ms: number, { arrived, wait, ended, held }: Listening): Promise<void> => {
  for (let waits = 0, before = -1; !ended(); ) {
    if (held?.() === true) before = -1
    else if (before === arrived() || waits === 4) return
    else {
      before = arrived()
      waits += 1
    }
    await wait(ms)
    // What a busy event loop kept us from reading comes now.
    await setImmediate()
  }
}
