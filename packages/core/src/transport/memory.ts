/** Transports without a process: two that are connected to each other, and one whose other end is the caller. */
import { Subject } from "rxjs"
import type { RxacpFailure } from "../failures.ts"
import { createTransport, type TransportOptions } from "./create-transport.ts"
import type { Transport } from "./transport.ts"

/** One direction between two ends: bytes go in, wait while the reader is paused, and come out. */
const createPipe = () => {
  const bytes = new Subject<Uint8Array>()
  const waiting: Array<Uint8Array> = []
  const writers: Array<() => void> = []
  let paused = false
  let ended = false

  const flush = (): void => {
    while (!paused && waiting.length > 0) bytes.next(waiting.shift() as Uint8Array)
    if (paused || waiting.length > 0) return
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
    /** A promise while the reader is paused, as a full pipe has it. */
    write: (chunk: Uint8Array): void | Promise<void> => {
      if (ended) return
      waiting.push(chunk)
      flush()
      if (waiting.length > 0) return new Promise((resolve) => writers.push(resolve))
    },
    end: () => {
      ended = true
      flush()
    }
  }
}

const encoder = new TextEncoder()

/**
 * Two transports, connected: what one writes the other receives, with the backpressure of a pipe that holds one line.
 * Closing one ends the other.
 */
export const memoryPair = (
  options: TransportOptions = {},
  otherOptions: TransportOptions = options
): readonly [Transport, Transport] => {
  const there = createPipe()
  const back = createPipe()
  const side = (
    from: ReturnType<typeof createPipe>,
    to: ReturnType<typeof createPipe>,
    own: TransportOptions
  ): Transport =>
    createTransport(
      { source: from.source, write: (line) => to.write(encoder.encode(`${line}\n`)), close: () => to.end() },
      own
    )
  return [side(back, there, options), side(there, back, otherOptions)]
}

/** A transport whose other end is the caller. */
export interface MemoryTransport extends Transport {
  /** Lets bytes arrive, or one line of text (its LF is added). */
  readonly receive: (data: Uint8Array | string) => void
  /** Ends the stream, for a reason if there is one. */
  readonly finish: (failure?: RxacpFailure) => void
  /** The lines written so far. */
  readonly sent: ReadonlyArray<string>
  /** Whether the transport has asked its source to pause. */
  readonly paused: () => boolean
}

/** A transport for tests and for bytes from elsewhere: `receive` what the agent wrote, look at what was `sent`. */
export const memoryTransport = (options: TransportOptions = {}): MemoryTransport => {
  const bytes = new Subject<Uint8Array>()
  const sent: Array<string> = []
  let paused = false
  let failure: RxacpFailure | undefined
  const transport = createTransport(
    {
      source: {
        bytes,
        pause: () => {
          paused = true
        },
        resume: () => {
          paused = false
        }
      },
      write: (line) => {
        sent.push(line)
      },
      close: () => {},
      reason: () => failure
    },
    options
  )
  return {
    ...transport,
    receive: (data: Uint8Array | string) => bytes.next(typeof data === "string" ? encoder.encode(`${data}\n`) : data),
    finish: (why?: RxacpFailure) => {
      failure = why
      bytes.complete()
    },
    sent,
    paused: () => paused
  }
}
