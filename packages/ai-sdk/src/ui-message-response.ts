/** A turn as the HTTP response that `useChat` reads: server-sent events in the form of the AI SDK. */
import type { SessionEvent } from "@rxacp/core"
import type { Observable, Subscription } from "rxjs"
import type { UiMessageChunk } from "./chunk.ts"
import { type ChunkGroup, chunkGroups, messageOf, type UiMessageStreamOptions } from "./chunk-groups.ts"
import { runningTurn } from "./snapshot.ts"

/** Options of `uiMessageResponse`. */
export interface UiMessageResponseOptions extends UiMessageStreamOptions {
  /** Added to the headers that the AI SDK asks for. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Bytes that may wait for a slow reader, default 8 MiB. Past them the body fails; the page can come back for a snapshot.
   */
  readonly maxBufferedBytes?: number
  /**
   * Ends the response at a request for permission, as `sendAutomaticallyWhen:
   * lastAssistantMessageIsCompleteWithApprovalResponses` needs it: `useChat` sends the answer with its next request, and
   * `from` answers that with the rest of the turn. Otherwise the response stays open to the end of the turn, and answers
   * come on a way of their own.
   */
  readonly endAtPermission?: boolean
}

/** What the AI SDK sends with its own responses. */
const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache",
  "x-vercel-ai-ui-message-stream": "v1",
  "x-accel-buffering": "no"
}

const frameOf = (chunk: UiMessageChunk): string => `data: ${JSON.stringify(chunk)}\n\n`

const framesOf = ({ at, chunks }: ChunkGroup): string => {
  let frames = ""
  for (const chunk of chunks) frames += `id: ${at.epoch}-${at.n}\n${frameOf(chunk)}`
  return frames
}

/** Whether nothing follows in this response. */
const endsWith = ({ type }: UiMessageChunk): boolean => type === "finish" || type === "abort" || type === "error"

const isAsking = ({ type }: UiMessageChunk): boolean => type === "tool-approval-request"

const bodyOf = (events: Observable<SessionEvent>, options: UiMessageResponseOptions): ReadableStream<Uint8Array> => {
  const { maxBufferedBytes = 8 * 1024 * 1024, errorText = messageOf, endAtPermission = false } = options
  const encoder = new TextEncoder()
  let reading: Subscription | undefined
  let ended = false
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const end = (frames: string): void => {
          ended = true
          controller.enqueue(encoder.encode(`${frames}data: [DONE]\n\n`))
          controller.close()
          reading?.unsubscribe()
        }
        const fail = (): void => {
          ended = true
          controller.error(new RangeError(`more than ${maxBufferedBytes} bytes wait for the reader`))
          reading?.unsubscribe()
        }
        const write = (group: ChunkGroup): void => {
          if (ended || group.chunks.length === 0) return
          const frames = framesOf(group)
          if (group.chunks.some(endsWith)) end(frames)
          else if (endAtPermission && group.chunks.some(isAsking)) {
            end(frames + frameOf({ type: "finish", finishReason: "tool-calls" }))
          } else {
            controller.enqueue(encoder.encode(frames))
            if ((controller.desiredSize ?? 0) < 0) fail()
          }
        }
        reading = events.pipe(chunkGroups(options)).subscribe({
          next: write,
          error: (failure) => {
            if (!ended) end(frameOf({ type: "error", errorText: errorText(failure) }))
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
 * Answers a request of `useChat` with one turn: the events of `session.prompt(…)`, or of the whole session with the turn
 * running. Every chunk carries the position of its event as `id`. It ends with the turn; a source that fails before one ends
 * with an `error` chunk. When the reader goes away the events are unsubscribed, which cancels the turn of a `prompt` that
 * nothing else reads: so `stop()` reaches the agent. To let turns outlive their pages give it `session.events`. With `from`
 * and no running turn the answer is 204, which says that there is nothing to resume.
 */
export const uiMessageResponse = (
  events: Observable<SessionEvent>,
  options: UiMessageResponseOptions = {}
): Response => {
  const headers = { ...HEADERS, ...options.headers }
  if (options.from !== undefined && runningTurn(options.from.state) === undefined) {
    return new Response(null, { status: 204, headers: { ...options.headers } })
  }
  return new Response(bodyOf(events, options), { headers })
}
