/**
 * The one delivery loop of a transport. It hands a line to all who listen before the next line to any, also when a
 * listener writes, releases a hold or is answered from inside; it stands still while the flow is held or the journal
 * works.
 */
import type { RxacpFailure } from "../failures.ts"
import { isFailure } from "../failures.ts"
import { Loop } from "../internal/loop.ts"
import { Queue } from "../internal/queue.ts"
import type { Recorder } from "../journal/recorder.ts"
import type { Line, Oversize } from "../wire/lines/line.ts"
import type { LineSplitter } from "../wire/lines/splitter.ts"

/** What a delivery loop works with. */
export interface DeliveryDeps {
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

const LF = 0x0a
/** A larger chunk is cut at the next line's end, so that its lines are not all made at once. */
const PIECE_BYTES = 256 * 1024
/** What a chunk costs besides its bytes while it waits, where so many wait that it matters. */
const CHUNK_OVERHEAD = 256
const MANY_CHUNKS = 1024

/** The loop, driven by a transport. */
export class Delivery {
  readonly #deps: DeliveryDeps
  readonly #loop: Loop
  /** Chunks not split yet: none is split, and so none recorded, before all lines of the one before are delivered. */
  readonly #chunks = new Queue<Uint8Array>()
  #chunkBytes = 0
  /** What is left of the chunk that is being split. */
  #rest: Uint8Array | undefined
  #batch: ReadonlyArray<Line | Oversize> = []
  #next = 0
  #lastDelivered = 0
  #blockers = 0
  #suspended = 0
  #started = false
  #stopped = false
  #input: "open" | "ended" | "drained" = "open"

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
    this.#loop = new Loop({ step: this.#step, rested: this.#rested })
  }

  /** The line that was delivered last; 0 before the first. */
  get lastDelivered(): number {
    return this.#lastDelivered
  }

  /** Bytes that have arrived and have not been delivered. */
  get bytesWaiting(): number {
    let bytes = this.#chunkBytes
    for (let i = this.#next; i < this.#batch.length; i++) bytes += this.#batch[i]?.bytes ?? 0
    return bytes
  }

  /** What is kept for them, which is more where they come in small chunks. */
  get bytesHeld(): number {
    return this.bytesWaiting + Math.max(0, this.#chunks.size - MANY_CHUNKS) * CHUNK_OVERHEAD
  }

  /** Takes a chunk of the input. */
  receive(chunk: Uint8Array): void {
    if (this.#input !== "open" || this.#stopped || chunk.length === 0) return
    this.#chunks.add(chunk)
    this.#chunkBytes += chunk.length
    this.pump()
  }

  /** No more bytes will come. */
  endInput(): void {
    if (this.#input === "open") this.#input = "ended"
    this.pump()
  }

  /** Lets the loop run; before that everything is kept. */
  start(): void {
    if (this.#started) return
    this.#started = true
    // What was kept is delivered a moment later, so that all who subscribe now see all of it.
    if (this.#chunks.size > 0 || this.#input === "ended") queueMicrotask(() => this.pump())
    else this.pump()
  }

  /** Delivers nothing more. */
  stop(): void {
    this.#stopped = true
    this.#chunks.clear()
    this.#rest = undefined
    this.#chunkBytes = 0
    this.#batch = []
  }

  /** Goes on after a hold was released. */
  pump(): void {
    if (this.#started) this.#loop.run()
  }

  /** Delivers nothing until it is called as often with `false` as with `true`. */
  suspend(suspended: boolean): void {
    this.#suspended += suspended ? 1 : -1
    if (!suspended) this.pump()
  }

  /** Delivers nothing until `append` is done, then runs `effect`. */
  waitFor(append: () => void | Promise<void>, effect?: () => void): void {
    let pending: void | Promise<void>
    try {
      pending = append()
    } catch (error) {
      if (!isFailure(error)) throw error
      this.#deps.onFailure(error)
      return
    }
    if (pending === undefined) {
      effect?.()
      return
    }
    this.#blockers++
    pending.then(
      () => {
        this.#blockers--
        effect?.()
        this.pump()
      },
      (failure: RxacpFailure) => {
        this.#blockers--
        this.#deps.onFailure(failure)
      }
    )
  }

  /** Whether nothing but bytes is waited for; a suspension is over before more of them come. */
  #isReady(): boolean {
    return this.#started && !this.#stopped && this.#blockers === 0 && !this.#deps.isHeld()
  }

  readonly #step = (): boolean => {
    if (this.#suspended > 0 || !this.#isReady()) return false
    const line = this.#batch[this.#next]
    if (line === undefined) return this.#nextBatch()
    this.#next++
    this.#lastDelivered = line.seq
    this.#deps.deliver(line)
    return true
  }

  readonly #rested = (): void => {
    this.#deps.onRest(this.#isReady() && this.#input === "open")
  }

  /** Splits and records what comes next; false when there is nothing. */
  #nextBatch(): boolean {
    const { splitter, onEnd } = this.#deps
    const piece = this.#nextPiece()
    if (piece !== undefined) {
      this.#take(splitter.split(piece))
      return true
    }
    if (this.#input !== "ended") return false
    const last = splitter.flush()
    if (last.length > 0) {
      this.#take(last)
      return true
    }
    this.#input = "drained"
    onEnd()
    return false
  }

  #nextPiece(): Uint8Array | undefined {
    const chunk = this.#rest ?? (this.#chunks.size > 0 ? this.#chunks.take() : undefined)
    if (chunk === undefined) return undefined
    const end = chunk.length > PIECE_BYTES ? chunk.indexOf(LF, PIECE_BYTES) + 1 : 0
    const isWhole = end === 0 || end === chunk.length
    const piece = isWhole ? chunk : chunk.subarray(0, end)
    this.#rest = isWhole ? undefined : chunk.subarray(end)
    this.#chunkBytes -= piece.length
    return piece
  }

  #take(lines: ReadonlyArray<Line | Oversize>): void {
    this.#batch = lines
    this.#next = 0
    const { recorder } = this.#deps
    if (recorder !== undefined) this.waitFor(() => recorder.incoming(lines))
  }
}
