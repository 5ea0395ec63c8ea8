/** Transports without a process: two that are connected to each other, and one whose other end is the caller. */
import { Subject } from "rxjs"
import type { RxacpFailure } from "../failures.ts"
import { createTransport, type TransportOptions } from "./create-transport.ts"
import { Pipe } from "./pipe.ts"
import type { Transport } from "./transport.ts"

const encoder = new TextEncoder()

/**
 * Two transports, connected: what one writes the other receives, with the backpressure of a pipe that holds one line.
 * Closing one ends the other.
 */
export const memoryPair = (
  options: TransportOptions = {},
  otherOptions: TransportOptions = options
): readonly [Transport, Transport] => {
  const there = new Pipe()
  const back = new Pipe()
  const side = (from: Pipe, to: Pipe, own: TransportOptions): Transport =>
    createTransport(
      { source: from.source, write: (line) => to.write(encoder.encode(`${line}\n`)), close: () => to.finish() },
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
