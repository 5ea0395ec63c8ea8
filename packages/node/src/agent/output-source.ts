/** The stdout of a process as a source of bytes that can be paused, so that the process blocks on its write. */
import type { Readable } from "node:stream"
import { setTimeout as delay } from "node:timers/promises"
import { Observable, type Subscriber } from "rxjs"
import { waitForSilence } from "../process/wait-for-silence.ts"

export interface OutputSource {
  /** What the process writes; for one subscriber. Completes at the end of the output, never errors. */
  readonly bytes: Observable<Uint8Array>
  pause(): void
  resume(): void
  /** Whether anything has come yet. */
  readonly begun: () => boolean
  /** Whether it is paused and was so from the start. */
  readonly unread: () => boolean
  /** Reads on and drops what comes, so that a process that still writes can leave. */
  discard(): void
  /** Ends the output once it stays silent for `ms`, for at most four such waits; not while it is paused. */
  endWhenSilent(ms: number): Promise<void>
}

/**
 * Reads from the start on, but only as much as the stream's own buffer holds until there is a subscriber. That takes
 * the `readable` event: when a process exits, Node lets its outputs flow, so what was not read by then would be lost
 * to a listener of `data` that comes later, and would pass one that has paused.
 */
export const outputSource = (stream: Readable): OutputSource => {
  let out: Subscriber<Uint8Array> | undefined
  let paused = false
  let reading = false
  let finished = false
  let everRead = false
  let arrived = 0

  const readOn = () => {
    if (reading) return
    reading = true
    while (out !== undefined && !paused) {
      const chunk: Uint8Array | null = stream.read()
      if (chunk === null) break
      arrived += 1
      out.next(chunk)
    }
    reading = false
  }
  const finish = () => {
    finished = true
    out?.complete()
  }
  stream.on("readable", readOn).once("end", finish).once("close", finish)

  const discard = () => {
    out = undefined
    stream.off("readable", readOn).on("data", () => {
      arrived += 1
    })
    stream.resume()
  }

  const waiting = () => stream.readableLength > 0 && !stream.destroyed
  const held = () => paused || (out === undefined && waiting())

  return {
    bytes: new Observable<Uint8Array>((subscriber) => {
      everRead ||= !paused
      if (finished) return subscriber.complete()
      out = subscriber
      readOn()
      return () => {
        if (out === subscriber && !finished) discard()
      }
    }),
    pause: () => {
      paused = true
    },
    resume: () => {
      paused = false
      everRead = true
      readOn()
    },
    begun: () => arrived > 0 || stream.readableLength > 0,
    unread: () => !everRead,
    discard,
    endWhenSilent: async (ms) => {
      const wait = (time: number) => delay(time, undefined, { ref: false })
      await waitForSilence(ms, { arrived: () => arrived, ended: () => finished, held, wait })
      if (!finished) stream.destroy()
    }
  }
}
