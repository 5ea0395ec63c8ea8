/** A pipe in memory, with the backpressure of a real one. */
import { Subject } from "rxjs"
import { Queue } from "../internal/queue.ts"
import type { PushSource } from "./source.ts"

/** One direction between two ends in memory. */
export interface Pipe {
  readonly source: Required<PushSource>
  /** A promise while the reader is paused, as a full pipe has it. */
  readonly write: (chunk: Uint8Array) => void | Promise<void>
  /** No more is written; the reader gets what waits, then its end. */
  readonly finish: () => void
}

/** Makes a pipe: bytes go in, wait while the reader is paused, and come out. */
export const createPipe = (): Pipe => {
  const bytes = new Subject<Uint8Array>()
  const waiting = new Queue<Uint8Array>()
  const writers: Array<() => void> = []
  let paused = false
  let ended = false

  const flush = (): void => {
    while (!paused && waiting.size > 0) bytes.next(waiting.take())
    if (paused || waiting.size > 0) return
    for (const resume of writers.splice(0)) resume()
    if (ended) bytes.complete()
  }

  return {
    source: {
      bytes: bytes.asObservable(),
      pause: () => {
        paused = true
      },
      resume: () => {
        paused = false
        flush()
      }
    },
    write: (chunk) => {
      if (ended) return
      waiting.add(chunk)
      flush()
      if (waiting.size > 0) return new Promise((resolve) => writers.push(resolve))
    },
    finish: () => {
      ended = true
      flush()
    }
  }
}
