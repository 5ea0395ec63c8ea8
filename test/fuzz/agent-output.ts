/** The standard output of the modelled agent: lines, cut into chunks in various ways, behind a pipe that the client may pause. */
import { Subject } from "rxjs"
import type { Random } from "./random.ts"

/** Writes lines and counts them as a client does. */
export class AgentOutput {
  readonly bytes = new Subject<Uint8Array>()
  readonly #random: Random
  readonly #cut: "lines" | "pieces" | "batches"
  #written = 0
  #unsent = ""
  #inPipe: Array<Uint8Array> = []
  #paused = true
  #flushing = false
  #dead = false

  constructor(random: Random) {
    this.#random = random
    this.#cut = random.pick(["lines", "lines", "pieces", "batches"])
  }

  get dead(): boolean {
    return this.#dead
  }

  /** What is sent from inside a delivery stands behind what was sent before, as in a pipe. */
  get flushing(): boolean {
    return this.#flushing
  }

  /** Writes a line; its number as a client counts it, or undefined when the agent is dead. Empty lines don't count. */
  line(text: string): number | undefined {
    if (this.#dead) return undefined
    if (text !== "") this.#written++
    // The number is read before anything is delivered: the client may answer from inside.
    const seq = this.#written
    if (this.#cut === "batches") {
      this.#unsent += `${text}\n`
      if (this.#random.chance(0.3)) this.sendBatch()
    } else this.#send(this.#cut === "lines" ? [bytesOf(`${text}\n`)] : this.#pieces(bytesOf(`${text}\n`)))
    return text === "" ? undefined : seq
  }

  /** Sends what was kept for the next chunk. */
  sendBatch(): void {
    const text = this.#unsent
    this.#unsent = ""
    if (text !== "") this.#send([bytesOf(text)])
  }

  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    queueMicrotask(() => {
      if (!this.#paused) this.flush()
    })
  }

  flush(): void {
    if (this.#flushing) return
    this.#flushing = true
    try {
      for (let chunk = this.#inPipe.shift(); chunk !== undefined; chunk = this.#inPipe.shift()) this.bytes.next(chunk)
    } finally {
      this.#flushing = false
    }
  }

  /** The agent dies, now and then in the middle of a line. */
  crash(): void {
    this.sendBatch()
    if (this.#random.chance(0.3)) this.#send([bytesOf('{"jsonrpc":"2.0","method":"session/upd')])
    this.flush()
    this.#dead = true
    if (this.#random.chance(0.5)) this.bytes.complete()
    else this.bytes.error(new Error("the pipe broke"))
  }

  /** The client closes the agent. */
  close(): void | Promise<void> {
    this.#dead = true
    if (this.#random.chance(0.5)) return this.bytes.complete()
    return this.#random.pause().then(() => this.bytes.complete())
  }

  #send(chunks: ReadonlyArray<Uint8Array>): void {
    for (const chunk of chunks) this.#inPipe.push(chunk)
    if (!(this.#paused && this.#random.chance(0.7))) this.flush()
  }

  #pieces(bytes: Uint8Array): ReadonlyArray<Uint8Array> {
    const pieces: Array<Uint8Array> = []
    const most = bytes.length > 2_000 ? 4_096 : 40
    for (let at = 0; at < bytes.length; at += pieces.at(-1)?.length ?? 1)
      pieces.push(bytes.subarray(at, at + 1 + this.#random.below(most)))
    return pieces
  }
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
