/** One event stream to a client: lines wait in it until the body is read (RFD: session streams). */
import { EVENT_STREAM } from "../wire/names.ts"
import { Outbox } from "../wire/outbox.ts"

/** How much of a body is made at a time, in characters. */
const CHUNK = 64 * 1024
const KEEP_ALIVE = ":\n\n"
const encoder = new TextEncoder()

/** What a stream needs of its owner. */
export interface EventStreamDeps {
  /** Whether lines carry ids, and stay until they are acknowledged. */
  readonly resumes: boolean
  readonly aliveMs: number
  /** Lines were taken, or the reader left. */
  readonly changed: () => void
}

export class EventStream {
  readonly outbox = new Outbox(Number.POSITIVE_INFINITY)
  readonly #deps: EventStreamDeps
  #body: ReadableStreamDefaultController<Uint8Array> | undefined
  #wanted: (() => void) | undefined
  #alive: ReturnType<typeof setInterval> | undefined
  #finished: string | undefined

  constructor(deps: EventStreamDeps) {
    this.#deps = deps
  }

  /** Whether somebody reads. */
  get open(): boolean {
    return this.#body !== undefined
  }

  push(line: string): void {
    this.outbox.push(line)
    this.#wanted?.()
  }

  /** A body that gives the lines as events; the reader before, if there is one, is left. */
  respond(): Response {
    this.#leave()
    let mine: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          mine = controller
          this.#body = controller
          this.#alive = setInterval(() => {
            if (this.#wanted !== undefined) controller.enqueue(encoder.encode(KEEP_ALIVE))
          }, this.#deps.aliveMs)
          // So that the headers go out at once, whatever stands in between.
          controller.enqueue(encoder.encode(KEEP_ALIVE))
        },
        pull: async (controller) => {
          if (!this.outbox.hasUnread && this.#finished === undefined) {
            await new Promise<void>((resolve) => {
              this.#wanted = resolve
            })
            this.#wanted = undefined
          }
          if (this.#body !== controller) return
          const text = this.#take()
          if (text === "") this.#leave()
          else controller.enqueue(encoder.encode(text))
          this.#deps.changed()
        },
        cancel: () => {
          if (this.#body === mine) this.#leave()
          this.#deps.changed()
        }
      },
      { highWaterMark: 0 }
    )
    return new Response(body, {
      headers: { "Content-Type": EVENT_STREAM, "Cache-Control": "no-cache", "X-Accel-Buffering": "no" }
    })
  }

  /** Ends the body after its last line, with `reason` as an event where the client understands it. */
  finish(reason: string): void {
    this.#finished ??= reason
    this.#wanted?.()
  }

  /** What comes next, as events; empty when it is over. */
  #take(): string {
    const { resumes } = this.#deps
    let text = ""
    while (text.length < CHUNK) {
      const entry = this.outbox.next()
      if (entry === undefined) break
      // JSON has no raw CR; what has one is not a message, and a CR would end the event's line.
      const data = entry.line.includes("\r") ? entry.line.replaceAll("\r", " ") : entry.line
      text += resumes ? `id: ${entry.position}\ndata: ${data}\n\n` : `data: ${data}\n\n`
      if (!resumes) this.outbox.acknowledge(entry.position)
    }
    if (text !== "" || this.#finished === undefined) return text
    const reason = this.#finished
    if (!resumes || reason === "") return ""
    this.#finished = ""
    return `event: end\ndata: ${JSON.stringify({ reason })}\n\n`
  }

  #leave(): void {
    clearInterval(this.#alive)
    const body = this.#body
    this.#body = undefined
    this.#wanted?.()
    this.#wanted = undefined
    try {
      body?.close()
    } catch {
      // Its reader has cancelled it already.
    }
  }
}
