/** Joins chunks of one message that follow each other; a machine without time. */

import { isMessageChunk, type MessageChunk } from "../schema/message-chunk.ts"
import { utf8Size } from "../wire/lines/utf8.ts"
import type { StreamEvent, UpdateEventOf } from "./stream-event.ts"

type ChunkEvent = UpdateEventOf<StreamEvent, MessageChunk>

/** Takes events in order and gives them back in order, chunks joined. */
export interface ChunkJoiner<Event> {
  /** Takes an event and returns what is to be emitted now. */
  readonly push: (event: Event) => ReadonlyArray<Event>
  /** Answers what waits. */
  readonly flush: () => ReadonlyArray<Event>
  /** The first of the chunks that wait; absent when none does. */
  readonly waitingFrom: Event | undefined
}

/** The text of a chunk that is nothing but text: what says more about a piece of text would be lost in the joint. */
const plainText = (event: StreamEvent): string | undefined => {
  if (event._tag !== "Update" || event.issues !== undefined || !isMessageChunk(event.update.sessionUpdate)) return
  const { _meta, content } = (event as ChunkEvent).update
  if (content.type !== "text" || _meta || content._meta || content.annotations) return
  return content.text
}

const phaseOf = (event: StreamEvent): string | undefined => ("phase" in event ? event.phase : undefined)

const isSameMessage = (one: ChunkEvent, other: ChunkEvent): boolean =>
  one.sessionId === other.sessionId &&
  phaseOf(one) === phaseOf(other) &&
  one.update.sessionUpdate === other.update.sessionUpdate &&
  (one.update.messageId ?? null) === (other.update.messageId ?? null)

const withText = <Event extends StreamEvent>(event: Event, text: string): Event => {
  const { update } = event as Event & ChunkEvent
  return { ...event, update: { ...update, content: { type: "text", text } } }
}

/** Starts with nothing waiting; joined text of `maxBytes` UTF-8 bytes does not wait any longer. */
export const chunkJoiner = <Event extends StreamEvent>(maxBytes: number): ChunkJoiner<Event> => {
  let first: Event | undefined
  let last: Event | undefined
  let text = ""
  let bytes = 0

  const flush = (): ReadonlyArray<Event> => {
    if (first === undefined || last === undefined) return []
    const joined = first === last ? last : withText(last, text)
    first = undefined
    last = undefined
    text = ""
    bytes = 0
    return [joined]
  }

  return {
    push(event) {
      const piece = plainText(event)
      if (piece === undefined) return [...flush(), event]
      const out = last === undefined || isSameMessage(last as ChunkEvent, event as ChunkEvent) ? [] : flush()
      first ??= event
      last = event
      text += piece
      bytes += utf8Size(piece)
      return bytes < maxBytes ? out : [...out, ...flush()]
    },
    flush,
    get waitingFrom() {
      return first
    }
  }
}
