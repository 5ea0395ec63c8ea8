/** Reads the events of one event stream, a chunk at a time, and no further than it is asked to. */
import { createParser, type EventSourceMessage } from "eventsource-parser"

/** How a stream is read. */
export interface EventReading {
  /** Largest event, in characters. */
  readonly maxLength: number
  /** A promise while nothing is to be read. */
  readonly ready: () => Promise<void> | undefined
  /** The events of one chunk, in order. */
  readonly events: (events: ReadonlyArray<EventSourceMessage>) => void
}

/** An event was larger than the limit. */
export class EventTooLong extends Error {
  override readonly name = "EventTooLong"
}

/** Resolves at the end of the stream. Rejects with `EventTooLong`, and when the stream breaks. */
export const readEvents = async (body: ReadableStream<Uint8Array>, reading: EventReading): Promise<void> => {
  const decoder = new TextDecoder()
  let found: Array<EventSourceMessage> = []
  let tooLong = false
  const parser = createParser({
    maxBufferSize: reading.maxLength,
    onEvent: (event) => found.push(event),
    onError: ({ type }) => {
      tooLong ||= type === "max-buffer-size-exceeded"
    }
  })
  const reader = body.getReader()
  try {
    for (;;) {
      await reading.ready()
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      if (found.length > 0) {
        const events = found
        found = []
        reading.events(events)
      }
      if (tooLong) throw new EventTooLong(`an event of the server is larger than ${reading.maxLength} characters`)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
