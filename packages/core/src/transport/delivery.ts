/**
 * The one delivery loop of a transport. It hands a line to all who listen before the next line to any, also when a
 * listener writes, releases a hold or is answered from inside; it stands still while the flow is held or the journal
 * works.
 */
import type { RxacpFailure } from "../failures.ts"
import { isFailure } from "../failures.ts"
import { createQueue } from "../internal/queue.ts"
import type { Recorder } from "../journal/recorder.ts"
import type { Line, Oversize } from "../wire/lines/line.ts"
import type { LineSplitter } from "../wire/lines/splitter.ts"

/** What a delivery loop works with. */
export interface DeliveryOptions {
  readonly splitter: LineSplitter
  readonly recorder: Recorder | undefined
  readonly isHeld: () => boolean
  readonly deliver: (line: Line | Oversize) => void
  /** Called whenever the loop comes to rest; `wantsMore` says whether it waits for nothing but bytes. */
  readonly onRest: (wantsMore: boolean) => void
  /** Called once, when the input has ended and its last line has been delivered. */
  readonly onEnd: () => void
  /** The journal refused a record. */
  readonly onFailure: (failure: RxacpFailure) => void
}

/** The loop, driven by a transport. */
export interface Delivery {
  readonly push: (chunk: Uint8Array) => void
  /** No more bytes will come. */
  readonly endInput: () => void
  /** Lets the loop run; before that everything is kept. */
  readonly start: () => void
  /** Delivers nothing more. */
  readonly stop: () => void
  /** Goes on after a hold was released. */
  readonly pump: () => void
  /** Delivers nothing until `append` is done, then runs `then`. */
  readonly waitFor: (append: () => void | Promise<void>, then: () => void) => void
  readonly bytesWaiting: () => number
  /** The line that was delivered last; 0 before the first. */
  readonly lastDelivered: () => number
}

/** Makes a delivery loop; see the header of this file. */
export const createDelivery = (options: DeliveryOptions): Delivery => {
  const { splitter, recorder, isHeld, deliver, onRest, onEnd, onFailure } = options
  /** Chunks not split yet: none is split, and so none recorded, before all lines of the one before are delivered. */
  const chunks = createQueue<Uint8Array>()
  let chunkBytes = 0
  let batch: ReadonlyArray<Line | Oversize> = []
  let next = 0
  let lastDelivered = 0
  let blockers = 0
  let running = false
  let started = false
  let stopped = false
  let input: "open" | "ended" | "drained" = "open"

  const canRun = (): boolean => started && !stopped && blockers === 0 && !isHeld()

  const pump = (): void => {
    if (running || !started) return
    running = true
    try {
      while (canRun()) {
        const line = batch[next]
        if (line !== undefined) {
          next++
          lastDelivered = line.seq
          deliver(line)
        } else if (!nextBatch()) break
      }
    } finally {
      running = false
    }
    onRest(canRun() && input === "open")
  }

  /** Splits and records what comes next; false when there is nothing. */
  const nextBatch = (): boolean => {
    if (chunks.size > 0) {
      const chunk = chunks.take()
      chunkBytes -= chunk.length
      take(splitter.push(chunk))
      return true
    }
    if (input !== "ended") return false
    const rest = splitter.end()
    if (rest.length > 0) {
      take(rest)
      return true
    }
    input = "drained"
    onEnd()
    return false
  }

  const take = (lines: ReadonlyArray<Line | Oversize>): void => {
    batch = lines
    next = 0
    if (recorder !== undefined) waitFor(() => recorder.incoming(lines))
  }

  const waitFor = (append: () => void | Promise<void>, then?: () => void): void => {
    let pending: void | Promise<void>
    try {
      pending = append()
    } catch (error) {
      if (!isFailure(error)) throw error
      onFailure(error)
      return
    }
    if (pending === undefined) {
      then?.()
      return
    }
    blockers++
    pending.then(
      () => {
        blockers--
        if (!stopped) then?.()
        pump()
      },
      (failure: RxacpFailure) => {
        blockers--
        onFailure(failure)
      }
    )
  }

  return {
    push: (chunk) => {
      if (input !== "open" || stopped || chunk.length === 0) return
      chunks.push(chunk)
      chunkBytes += chunk.length
      pump()
    },
    endInput: () => {
      if (input === "open") input = "ended"
      pump()
    },
    start: () => {
      if (started) return
      started = true
      // What was kept is delivered a moment later, so that all who subscribe now see all of it.
      if (chunks.size > 0 || input === "ended") queueMicrotask(pump)
      else pump()
    },
    stop: () => {
      stopped = true
      chunks.clear()
      chunkBytes = 0
      batch = []
    },
    pump,
    waitFor,
    bytesWaiting: () => {
      let bytes = chunkBytes
      for (let i = next; i < batch.length; i++) bytes += batch[i]?.bytes ?? 0
      return bytes
    },
    lastDelivered: () => lastDelivered
  }
}
