/** What connections need of a transport that its users do not: the machinery behind the public interface. */
import type { LocalDecision } from "../journal/record.ts"
import type { Message } from "../wire/messages/message.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import type { SilentStart, Transport, TransportEnd } from "./transport.ts"

/** Listens without starting the transport. An observer must not throw. */
export interface TransportObserver {
  /** Every line's message, with the update when it carries one, after the subscribers of the streams had it. */
  readonly message?: (message: Message, update: UpdateEvent | undefined) => void
  /** Once, after the last message. */
  readonly ended?: (end: TransportEnd) => void
}

/** How one line is queued. */
export interface WriteOptions {
  /** Not counted against the queue limit: cancels and answers must always get out. */
  readonly exempt?: boolean
  /** Bytes of exempt lines that may wait, this one included; a line always fits where no other waits. */
  readonly atMost?: number
}

/** A transport with the switches that only connections, relays and dialects use. */
export interface TransportInternals extends Transport {
  /** As `Transport.write`; throws `MessageTooLarge` as well for an exempt line that is more than may wait. */
  write(line: string, options?: WriteOptions): void
  /** Listens without starting the transport, as a connection does until its first call. Returns how to stop. */
  attach(observer: TransportObserver): () => void
  /** Starts delivery, as the first subscription does. */
  start(): void
  /** What is known of a peer that takes too long to start. */
  whySilent(): SilentStart
  /** Undefined while the peer keeps up with what is written; else resolves when no line waits any more. Never rejects. */
  drained(): Promise<void> | undefined
  /**
   * Delivers nothing from `true` to `false`, for the length of a synchronous step; unlike a hold it stops no clock and does
   * not tell the peer.
   */
  suspend(suspended: boolean): void
  /**
   * Records a local decision in the journal, then runs `effect`. No further line is delivered in between. Without a
   * journal `effect` runs at once.
   */
  record(decision: LocalDecision, effect: () => void): void
}

/**
 * The machinery of a transport. Throws a `TypeError` for an object that `createTransport` did not make; one that was
 * spread into another object keeps it.
 */
export const internalsOf = (transport: Transport): TransportInternals => {
  if (isComplete(transport)) return transport
  throw new TypeError("not a transport: make one with createTransport")
}

const isComplete = (transport: Transport): transport is TransportInternals =>
  "attach" in transport && "start" in transport && "drained" in transport && "record" in transport
