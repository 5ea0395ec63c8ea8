/** A run as the HTTP response that AG-UI's `HttpAgent` reads: server-sent events. */
import type { SessionEvent } from "@rxacp/core"
import type { Observable, Subscription } from "rxjs"
import type { AgUiEvent } from "./event.ts"
import { type AgUiOptions, type EventGroup, eventGroups, messageOf } from "./event-groups.ts"
import { runningTurn } from "./snapshot.ts"

/** Options of `agUiResponse`. */
export interface AgUiResponseOptions extends AgUiOptions {
  /** Added to the headers of an event stream. */
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes that may wait for a slow reader, default 8 MiB. Past them the body fails; the page can come back for a snapshot. */
  readonly maxBufferedBytes?: number
}

const framesOf = ({ at, events }: EventGroup): string => {
  let frames = ""
  for (const event of events) frames += `id: ${at.epoch}-${at.n}\ndata: ${JSON.stringify(event)}\n\n`
  return frames
}

const isEnd = ({ type }: AgUiEvent): boolean => type === "RUN_FINISHED" || type === "RUN_ERROR"

const bodyOf = (events: Observable<SessionEvent>, options: AgUiResponseOptions): ReadableStream<Uint8Array> => {
  const { maxBufferedBytes = 8 * 1024 * 1024, errorText = messageOf } = options
  const encoder = new TextEncoder()
  let reading: Subscription | undefined
  let ended = false
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const end = (frames: string): void => {
          ended = true
          if (frames !== "") controller.enqueue(encoder.encode(frames))
          controller.close()
          reading?.unsubscribe()
        }
        const write = (group: EventGroup): void => {
          if (ended || group.events.length === 0) return
          if (group.events.some(isEnd)) {
            end(framesOf(group))
            return
          }
          controller.enqueue(encoder.encode(framesOf(group)))
          if ((controller.desiredSize ?? 0) >= 0) return
          ended = true
          controller.error(new RangeError(`more than ${maxBufferedBytes} bytes wait for the reader`))
          reading?.unsubscribe()
        }
        reading = events.pipe(eventGroups(options)).subscribe({
          next: write,
          error: (failure) => {
            const event = { type: "RUN_ERROR", message: errorText(failure), code: failure._tag ?? "Error" }
            if (!ended) end(`data: ${JSON.stringify(event)}\n\n`)
          },
          complete: () => {
            if (!ended) end("")
          }
        })
        if (ended) reading.unsubscribe()
      },
      cancel: () => {
        ended = true
        reading?.unsubscribe()
      }
    },
    { highWaterMark: maxBufferedBytes, size: (bytes) => bytes.byteLength }
  )
}

/**
 * Answers a request of `HttpAgent` with one run: the events of `session.prompt(…)`, or of the whole session with the turn
 * running. When the reader goes away (`abortRun()`) the events are unsubscribed, which cancels the turn of a `prompt` that
 * nothing else reads. With `from` and no running turn the answer is 204.
 */
export const agUiResponse = (events: Observable<SessionEvent>, options: AgUiResponseOptions = {}): Response => {
  if (options.from !== undefined && runningTurn(options.from.state) === undefined) {
    return new Response(null, { status: 204, headers: { ...options.headers } })
  }
  const headers = { "content-type": "text/event-stream", "cache-control": "no-cache", ...options.headers }
  return new Response(bodyOf(events, options), { headers })
}
