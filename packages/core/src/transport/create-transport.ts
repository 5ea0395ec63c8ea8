/** Puts a byte source and a line sink together into one framed, recorded, flow-controlled duplex. */
import { AsyncSubject, firstValueFrom, lastValueFrom, race, timer } from "rxjs"
import { BufferOverflow, closedBecause, closedHere, closedThere, isFailure, type RxacpFailure } from "../failures.ts"
import { assertLimits } from "../internal/assert-limits.ts"
import type { Journal } from "../journal/record.ts"
import { Recorder } from "../journal/recorder.ts"
import { lineTooLong } from "../wire/lines/line-too-long.ts"
import { DEFAULT_MAX_LINE_BYTES, LineSplitter } from "../wire/lines/splitter.ts"
import { createFlow } from "./create-flow.ts"
import { Delivery } from "./delivery.ts"
import type { TransportInternals } from "./internals.ts"
import { LineSink } from "./sink.ts"
import { type ByteSource, type Feed, openSource } from "./source.ts"
import { Streams } from "./streams.ts"
import type { SilentStart, Transport, TransportEnd } from "./transport.ts"

/** The two ends of a transport. */
export interface TransportEndpoints {
  /** Bytes from the peer. */
  readonly source: ByteSource
  /** Takes one line without LF; a promise means that the next line has to wait for it, any other value means nothing. */
  readonly write: (line: string) => unknown
  /** Called once, when the transport is closed by us or has ended. Closing waits for what it returns, and fails as it does. */
  readonly close: () => unknown
  /** Asked once when the source has ended: why. Without an answer the reason is `ConnectionClosed`. */
  readonly reason?: () => RxacpFailure | undefined | Promise<RxacpFailure | undefined>
  /** Asked when the peer takes too long to start: what is known of it. */
  readonly whySilent?: () => SilentStart
}

/** How a transport treats what passes through it. */
export interface TransportOptions {
  /** Largest incoming line in bytes; default 32 MiB. */
  readonly maxLineBytes?: number
  /** An incoming line over the limit is a value (`skip`, the default) or ends the transport with `LineTooLong`. */
  readonly onOversize?: "skip" | "fail"
  /** Largest outgoing line, and largest sum of unwritten ones, in bytes; default 32 MiB. */
  readonly maxOutgoingBytes?: number
  /**
   * Bytes kept of a source that can't pause, or does not although it is asked to, while delivery is held, before
   * `BufferOverflow`; default 64 MiB.
   */
  readonly maxBufferedBytes?: number
  /** Where everything is recorded before it takes effect. */
  readonly journal?: Journal
  /** Refuses to run without a journal: `createTransport` throws a `TypeError` when there is none. */
  readonly requireJournal?: boolean
  /** Tells this run of the agent from others; a non-zero integer, default 1. */
  readonly epoch?: number
}

const DEFAULT_MAX_BUFFERED_BYTES = 64 * 1024 * 1024
/** How long closing waits for lines that the peer does not take. */
const DRAIN_MS = 500

/**
 * Makes a transport. Throws a RangeError for a limit that is not positive and for epoch 0. It ends with its source, with
 * `close()`, or with `BufferOverflow`, `LineTooLong` (`onOversize: "fail"`) or `JournalFailed`; what had arrived before
 * is still delivered, in order.
 */
export const createTransport = (endpoints: TransportEndpoints, options: TransportOptions = {}): Transport => {
  const {
    maxLineBytes = DEFAULT_MAX_LINE_BYTES,
    onOversize = "skip",
    maxOutgoingBytes = DEFAULT_MAX_LINE_BYTES,
    maxBufferedBytes = DEFAULT_MAX_BUFFERED_BYTES,
    journal,
    epoch = 1
  } = options
  if (options.requireJournal === true && journal === undefined) throw new TypeError("a journal is required")
  assertLimits({ maxLineBytes, maxOutgoingBytes, maxBufferedBytes })
  if (!Number.isInteger(epoch) || epoch === 0) throw new RangeError(`epoch must be a non-zero integer, got ${epoch}`)

  const { source } = endpoints
  const pausable = !("bytes" in source) || source.pause !== undefined
  const ended = new AsyncSubject<TransportEnd>()
  const recorder = journal === undefined ? undefined : new Recorder(journal, epoch)
  let end: TransportEnd | undefined
  /** Why no more bytes come, once none do. */
  let cause: RxacpFailure | undefined | Promise<RxacpFailure | undefined>
  let closing: Promise<void> | undefined
  /** Absent while the source is being taken over, which may already bring bytes. */
  let feed: Feed | undefined

  const { flow, isHeld, lift } = createFlow(
    () => delivery.bytesWaiting,
    () => delivery.pump()
  )
  const streams = new Streams(() => delivery.start())

  const delivery = new Delivery({
    splitter: new LineSplitter({
      maxLineBytes,
      ...(recorder === undefined
        ? {}
        : { onForeignBytes: (seq: number, bytes: Uint8Array) => recorder.foreignBytes(seq, bytes) })
    }),
    recorder,
    isHeld,
    deliver: (line) => {
      if (line._tag === "Oversize" && onOversize === "fail") conclude(lineTooLong(line))
      else streams.deliver(line)
    },
    onRest: (wantsMore) => feed?.want(wantsMore),
    onEnd: () => {
      Promise.resolve(cause).then(conclude, (error: unknown) => conclude(closedBecause(error)))
    },
    onFailure: (failure) => conclude(failure)
  })

  const sink = new LineSink({
    write: (line) => endpoints.write(line),
    record: (line) => recorder?.outgoing(line),
    maxOutgoingBytes,
    onError: (error) => (isFailure(error) ? conclude(error) : stopReading(closedBecause(error)))
  })

  /** Ends the input for a local reason. Nothing is left to be held back, so the holds are lifted. */
  const stopReading = (failure: RxacpFailure | undefined): void => {
    feed?.stop()
    cause ??= failure
    lift()
    delivery.endInput()
  }

  feed = openSource(source, {
    chunk: (bytes) => {
      delivery.receive(bytes)
      const waiting = delivery.bytesHeld
      // The chunk in hand is not the fault of a source that pauses; what it sends in spite of the pause is.
      if (pausable && delivery.bytesWaiting <= bytes.length) return
      if (waiting > maxBufferedBytes) stopReading(new BufferOverflow({ bytes: waiting, limit: maxBufferedBytes }))
    },
    end: (error) => {
      cause ??= error === undefined ? whyEnded(endpoints) : isFailure(error) ? error : closedBecause(error)
      delivery.endInput()
    }
  })

  /** The end of everything, after the last line. */
  const conclude = (failure: RxacpFailure | undefined): void => {
    if (end !== undefined) return
    const how: TransportEnd =
      closing !== undefined && failure?._tag !== "JournalFailed" ? {} : { failure: failure ?? closedThere() }
    end = how
    feed?.stop()
    sink.stop()
    delivery.stop()
    lift()
    const complete = (): void => {
      streams.conclude(how)
      ended.next(how)
      ended.complete()
      close().catch(() => {})
    }
    if (recorder === undefined || failure?._tag === "JournalFailed") complete()
    else recordEnd(how).then(complete, complete)
  }

  const recordEnd = async ({ failure }: TransportEnd): Promise<void> => {
    await recorder?.local(
      failure === undefined ? { type: "ended" } : { type: "ended", failure: failure.toJSON() },
      delivery.lastDelivered
    )
  }

  const close = (): Promise<void> => {
    closing ??= (async () => {
      lift()
      if (end === undefined) await firstValueFrom(race(sink.drained(), timer(DRAIN_MS)))
      try {
        await endpoints.close()
      } finally {
        delivery.start()
        stopReading(undefined)
        await lastValueFrom(ended)
      }
    })()
    return closing
  }

  const transport: TransportInternals = {
    lines: streams.lines,
    messages: streams.messages,
    updates: streams.updates,
    attach: (observer) => streams.attach(observer),
    start: () => delivery.start(),
    whySilent: () => endpoints.whySilent?.() ?? {},
    flow,
    epoch,
    ended: ended.asObservable(),
    write: (line, how) => {
      if (end !== undefined) throw end.failure ?? closedHere()
      delivery.start()
      sink.enqueue(line, how)
    },
    drained: () => (sink.waiting ? sink.drained() : undefined),
    suspend: (suspended) => delivery.suspend(suspended),
    record: (decision, effect) => {
      if (end !== undefined) return
      delivery.waitFor(() => recorder?.local(decision, delivery.lastDelivered), effect)
    },
    close
  }
  return transport
}

const whyEnded = async ({ reason }: TransportEndpoints): Promise<RxacpFailure | undefined> => reason?.()
