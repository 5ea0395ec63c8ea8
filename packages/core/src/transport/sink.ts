/** Writes lines one after the other, each after its journal record, within a limit on what waits. */
import { MessageTooLarge } from "../failures.ts"
import { Loop } from "../internal/loop.ts"
import { Queue } from "../internal/queue.ts"
import { isThenable } from "../internal/thenable.ts"
import { utf8Size } from "../wire/lines/utf8.ts"
import type { WriteOptions } from "./internals.ts"

/** Where lines go. */
export interface LineSinkDeps {
  /** Takes one line without LF. A promise means that the next line has to wait for it; any other value means nothing. */
  readonly write: (line: string) => unknown
  /** Records the line; what it returns is awaited before the line is written. */
  readonly record: (line: string) => void | Promise<void>
  /** Largest line, and largest sum of unwritten lines, in bytes. */
  readonly maxOutgoingBytes: number
  readonly onError: (error: unknown) => void
}

interface Entry {
  readonly line: string
  readonly bytes: number
  /** Counted apart from the others, since the limit of the queue is not for it. */
  readonly exempt: boolean
}

/** The writing side of a transport. */
export class LineSink {
  readonly #deps: LineSinkDeps
  readonly #queue = new Queue<Entry>()
  readonly #loop: Loop
  /** What is being written; it is no longer in the queue. */
  #current: Entry | undefined
  #countedBytes = 0
  #exemptBytes = 0
  #stopped = false
  #drained: Array<() => void> = []

  constructor(deps: LineSinkDeps) {
    this.#deps = deps
    this.#loop = new Loop({ step: this.#step, rested: this.#resolve, failed: this.#fail })
  }

  /** Whether a line is queued that has not been handed over. */
  get waiting(): boolean {
    return this.#current !== undefined || this.#queue.size > 0
  }

  /** Queues a line; throws `MessageTooLarge`, and then nothing of it is written. */
  enqueue(line: string, { exempt = false, atMost = Number.POSITIVE_INFINITY }: WriteOptions = {}): void {
    if (this.#stopped) return
    const { maxOutgoingBytes } = this.#deps
    const bytes = utf8Size(line)
    if (bytes > maxOutgoingBytes) throw new MessageTooLarge({ bytes, limit: maxOutgoingBytes, what: "line" })
    const before = exempt ? this.#exemptBytes : this.#countedBytes
    const limit = exempt ? atMost : maxOutgoingBytes
    if (before > 0 && before + bytes > limit) {
      throw new MessageTooLarge({ bytes: before + bytes, limit, what: "queue" })
    }
    this.#count(exempt, bytes)
    this.#queue.add({ line, bytes, exempt })
    this.#loop.run()
  }

  /** Resolves when all that was queued has been handed over. */
  drained(): Promise<void> {
    return this.waiting ? new Promise((resolve) => this.#drained.push(resolve)) : Promise.resolve()
  }

  /** Drops what waits and takes nothing more. Whoever waits for it to be written waits no longer. */
  stop(): void {
    this.#stopped = true
    this.#queue.clear()
    this.#current = undefined
    this.#resolve()
  }

  /** Hands over the next line; what the one before took is freed only now, when it is done. */
  readonly #step = (): boolean | PromiseLike<unknown> => {
    const done = this.#current
    if (done !== undefined) this.#count(done.exempt, -done.bytes)
    this.#current = this.#stopped || this.#queue.size === 0 ? undefined : this.#queue.take()
    if (this.#current === undefined) return false
    const { line } = this.#current
    const recorded = this.#deps.record(line)
    if (isThenable(recorded)) return recorded.then(() => (this.#stopped ? undefined : this.#deps.write(line)))
    const written = this.#deps.write(line)
    return isThenable(written) ? written : true
  }

  #count(exempt: boolean, bytes: number): void {
    if (exempt) this.#exemptBytes += bytes
    else this.#countedBytes += bytes
  }

  readonly #resolve = (): void => {
    if (this.waiting) return
    for (const resolve of this.#drained.splice(0)) resolve()
  }

  readonly #fail = (error: unknown): void => {
    const first = !this.#stopped
    this.stop()
    if (first) this.#deps.onError(error)
  }
}
