/** Writes lines one after the other, each after its journal record, within a limit on what waits. */
import { MessageTooLarge } from "../failures.ts"
import { createQueue } from "../internal/queue.ts"
import { isThenable } from "../internal/thenable.ts"
import { utf8Size } from "../wire/lines/utf8.ts"
import type { WriteOptions } from "./transport.ts"

/** Where lines go. */
export interface LineSinkOptions {
  /** Takes one line without LF. A promise means that the next line has to wait for it; any other value means nothing. */
  readonly write: (line: string) => unknown
  /** Records the line; what it returns is awaited before the line is written. */
  readonly record: (line: string) => void | Promise<void>
  /** Largest line, and largest sum of unwritten lines, in bytes. */
  readonly maxOutgoingBytes: number
  readonly onError: (error: unknown) => void
}

/** The writing side of a transport. */
export interface LineSink {
  /** Queues a line; throws `MessageTooLarge`, and then nothing of it is written. */
  readonly push: (line: string, options?: WriteOptions) => void
  /** Drops what waits and takes nothing more. */
  readonly stop: () => void
  /** Whether a line is queued that has not been handed over. */
  readonly waiting: () => boolean
  /** Resolves when all that was queued has been handed over. */
  readonly drained: () => Promise<void>
}

interface Entry {
  readonly line: string
  /** Bytes counted against the limit of the queue. */
  readonly counted: number
}

/** Makes the writing side of a transport. */
export const createLineSink = ({ write, record, maxOutgoingBytes, onError }: LineSinkOptions): LineSink => {
  const queue = createQueue<Entry>()
  /** What is being written; it is no longer in the queue. */
  let current: Entry | undefined
  let counted = 0
  let running = false
  let stopped = false
  const idle: Array<() => void> = []

  const next = (): Entry | undefined => {
    if (current === undefined && queue.size > 0) current = queue.take()
    return current
  }

  const waiting = (): boolean => current !== undefined || queue.size > 0

  /** Writes until a step has to be waited for, then goes on when that is done. */
  const run = (): void => {
    if (running) return
    running = true
    try {
      for (let entry = next(); entry !== undefined && !stopped; entry = next()) {
        const pending = step(entry)
        if (pending !== undefined) {
          pending.then(goOn, fail)
          return
        }
        done()
      }
    } catch (error) {
      fail(error)
    }
    running = false
    if (!waiting()) {
      for (const resolve of idle.splice(0)) resolve()
    }
  }

  const goOn = (): void => {
    running = false
    done()
    run()
  }

  const step = ({ line }: Entry): PromiseLike<unknown> | undefined => {
    const recorded = record(line)
    if (isThenable(recorded)) return recorded.then(() => (stopped ? undefined : write(line)))
    const written = write(line)
    return isThenable(written) ? written : undefined
  }

  const done = (): void => {
    counted -= current?.counted ?? 0
    current = undefined
  }

  const stop = (): void => {
    stopped = true
    queue.clear()
    current = undefined
    for (const resolve of idle.splice(0)) resolve()
  }

  const fail = (error: unknown): void => {
    const first = !stopped
    stop()
    if (first) onError(error)
  }

  return {
    push: (line, options) => {
      if (stopped) return
      const bytes = utf8Size(line)
      if (bytes > maxOutgoingBytes) throw new MessageTooLarge({ bytes, limit: maxOutgoingBytes, what: "line" })
      const exempt = options?.exempt === true
      if (!exempt && counted + bytes > maxOutgoingBytes) {
        throw new MessageTooLarge({ bytes: counted + bytes, limit: maxOutgoingBytes, what: "queue" })
      }
      counted += exempt ? 0 : bytes
      queue.push({ line, counted: exempt ? 0 : bytes })
      run()
    },
    stop,
    waiting,
    drained: () => (waiting() ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve())
  }
}
