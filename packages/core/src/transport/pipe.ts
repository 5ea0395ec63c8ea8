/** A pipe in memory, with the backpressure of a real one. */
import { Subject } from "rxjs"
import { Queue } from "../internal/queue.ts"
import type { PushSource } from "./source.ts"

/** One direction between two ends in memory: bytes go in, wait while the reader is paused, and come out. */
export class Pipe {
  readonly source: Required<PushSource>
  readonly #bytes = new Subject<Uint8Array>()
  readonly #waiting = new Queue<Uint8Array>()
  readonly #writers: Array<() => void> = []
  #paused = false
  #finished = false

  constructor() {
    this.source = {
      bytes: this.#bytes.asObservable(),
      pause: () => {
        this.#paused = true
      },
      resume: () => {
        this.#paused = false
        this.#flush()
      }
    }
  }

  /** A promise while the reader is paused, as a full pipe has it. */
  write(chunk: Uint8Array): void | Promise<void> {
    if (this.#finished) return
    this.#waiting.add(chunk)
    this.#flush()
    if (this.#waiting.size > 0) return new Promise((resolve) => this.#writers.push(resolve))
  }

  /** Nothing more is written; the reader gets what waits, then its end. */
  finish(): void {
    this.#finished = true
    this.#flush()
  }

  #flush(): void {
    while (!this.#paused && this.#waiting.size > 0) this.#bytes.next(this.#waiting.take())
    if (this.#paused || this.#waiting.size > 0) return
    for (const resume of this.#writers.splice(0)) resume()
    if (this.#finished) this.#bytes.complete()
  }
}
