/** Carries a connection over POSTs and event streams (RFD: Streamable HTTP). */
import { type Envelope, envelopeOf, idKey } from "../wire/envelope.ts"
import type { Carrier } from "./carrier.ts"
import { EventStream } from "./event-stream.ts"
import type { Limits } from "./options.ts"
import type { ServedConnection } from "./served-connection.ts"

/** What the client agreed to. */
export interface HttpCarrierOptions {
  readonly resumes: boolean
  readonly limits: Limits
}

/** The stream of the connection itself. */
const CONNECTION = ""
/** Requests of the client whose answers are routed to their session, at most. */
const MAX_ROUTES = 10_000
/** Longer ids are not kept; no well-meaning agent or client sends them. */
export const MAX_ID_LENGTH = 1024
const encoder = new TextEncoder()

/**
 * With a client that resumes, everything goes down one stream in the agent's order, each line with its position as event id.
 * With any other, a message of a session goes to the session's stream and everything else to the connection's, as the RFD has
 * it, and the order between two streams is not kept.
 */
export class HttpCarrier implements Carrier {
  readonly #connection: ServedConnection
  readonly #options: HttpCarrierOptions
  readonly #streams = new Map<string, EventStream>()
  /** The stream that the answer to a request of the client goes to. */
  readonly #routes = new Map<string, string>()
  #initialize: { readonly key: string; readonly answered: (line: string) => void } | undefined
  #received = 0
  #held = false
  #resumed: Array<() => void> = []
  #roomy: Array<() => void> = []
  #progress = -1
  #over: string | undefined

  constructor(connection: ServedConnection, options: HttpCarrierOptions) {
    this.#connection = connection
    this.#options = options
    this.#stream(CONNECTION)
  }

  get resumes(): boolean {
    return this.#options.resumes
  }

  /** Passes `initialize` on and resolves with the line that answers it. */
  initialize(text: string, { id = null }: Envelope): Promise<string> {
    return new Promise((answered) => {
      this.#initialize = { key: idKey(id), answered }
      this.#received = 1
      this.#deliver(text)
    })
  }

  /**
   * Takes a message of the client. False when it is a repeat of one that was taken. Waits while the agent does not take what is
   * there, and rejects when that takes too long, so that nothing piles up.
   */
  async take(text: string, envelope: Envelope, position?: number): Promise<boolean> {
    if (position !== undefined && position <= this.#received) return false
    await this.#untilResumed()
    if (position !== undefined) {
      if (position <= this.#received) return false
      if (position !== this.#received + 1) throw new RangeError(`message ${this.#received + 1} is missing`)
      this.#received = position
    }
    const { method, id, sessionId } = envelope
    // The answer to a load goes to the connection's stream, as the official SDK has it.
    if (method !== undefined && id !== undefined && sessionId !== undefined && method !== "session/load") {
      if (this.#routes.size < MAX_ROUTES) this.#routes.set(idKey(id), sessionId)
    }
    this.#deliver(text)
    return true
  }

  /** Everything up to this position has arrived at the client. */
  acknowledge(position: number): void {
    if (!this.resumes) return
    this.#stream(CONNECTION).outbox.acknowledge(position)
    this.#changed()
  }

  /** Opens a stream. A status when it can't be: 409 when it is read already, 410 when what comes next is gone, 429 for too many. */
  open(sessionId: string, lastEventId: string | null): Response | 409 | 410 | 429 {
    const key = this.resumes ? CONNECTION : sessionId
    if (!this.#streams.has(key) && this.#streams.size >= this.#options.limits.maxStreams) return 429
    const stream = this.#stream(key)
    if (!this.resumes && stream.open) return 409
    if (this.resumes && !stream.outbox.rewind(lastEventId === null ? 0 : Number(lastEventId))) return 410
    this.#connection.back()
    return stream.respond()
  }

  write(line: string): Promise<void> | undefined {
    const envelope = this.resumes && this.#initialize === undefined ? undefined : envelopeOf(line)
    const waiting = this.#initialize
    if (waiting !== undefined && envelope?.answers === true && idKey(envelope.id ?? null) === waiting.key) {
      this.#initialize = undefined
      waiting.answered(line)
      return undefined
    }
    const key = this.resumes || envelope === undefined ? CONNECTION : this.#routeOf(envelope)
    if (!this.#streams.has(key) && this.#streams.size >= this.#options.limits.maxStreams) {
      this.#connection.end({ by: "agent", reason: "too many sessions for the streams of one connection" })
      return undefined
    }
    this.#stream(key).push(line)
    if (this.#kept() <= this.#options.limits.maxBufferedBytes) return undefined
    return new Promise((resolve) => this.#roomy.push(resolve))
  }

  pause(): void {
    this.#held = true
  }

  resume(): void {
    this.#held = false
    for (const go of this.#resumed.splice(0)) go()
  }

  stalled(): boolean {
    const progress = this.#taken()
    const stalled = this.#kept() > 0 && progress === this.#progress
    this.#progress = progress
    // Lines that were read and not acknowledged are not the fault of a client that has little to say.
    return stalled && (!this.resumes || this.#kept() > this.#options.limits.maxBufferedBytes)
  }

  close(_code: number, reason: string): void {
    this.#over = reason
    for (const stream of this.#streams.values()) stream.finish(reason)
    for (const go of [...this.#resumed.splice(0), ...this.#roomy.splice(0)]) go()
    this.#initialize?.answered("")
    this.#initialize = undefined
  }

  #routeOf({ method, answers, id, sessionId }: Envelope): string {
    if (method !== undefined)
      return sessionId !== undefined && sessionId.length <= MAX_ID_LENGTH ? sessionId : CONNECTION
    if (!answers || id === undefined) return CONNECTION
    const key = idKey(id)
    const route = this.#routes.get(key)
    this.#routes.delete(key)
    return route ?? CONNECTION
  }

  #stream(key: string): EventStream {
    const found = this.#streams.get(key)
    if (found !== undefined) return found
    const { resumes, limits } = this.#options
    const stream = new EventStream({ resumes, aliveMs: limits.aliveMs, changed: () => this.#changed() })
    this.#streams.set(key, stream)
    return stream
  }

  #changed(): void {
    if (this.#kept() <= this.#options.limits.maxBufferedBytes) for (const go of this.#roomy.splice(0)) go()
    const open = [...this.#streams.values()].some((stream) => stream.open)
    for (const [key, stream] of this.#streams) {
      if (key !== CONNECTION && !stream.open && stream.outbox.size === 0) this.#streams.delete(key)
    }
    const { graceMs, stallMs } = this.#options.limits
    if (!open && this.#over === undefined) this.#connection.cut(this.resumes ? graceMs : stallMs)
  }

  #kept(): number {
    let kept = 0
    for (const { outbox } of this.#streams.values()) kept += outbox.size
    return kept
  }

  #taken(): number {
    let taken = 0
    for (const { outbox } of this.#streams.values()) taken += outbox.taken
    return taken
  }

  async #untilResumed(): Promise<void> {
    if (!this.#held || this.#over !== undefined) return
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("the agent does not read")), this.#options.limits.stallMs)
      this.#resumed.push(() => {
        clearTimeout(late)
        resolve()
      })
    })
  }

  /** One line: a line feed in the body is white space of its JSON. */
  #deliver(text: string): void {
    this.#connection.receive(encoder.encode(`${text.replaceAll("\n", " ")}\n`))
  }
}
