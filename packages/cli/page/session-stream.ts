/** The frames of one session as they come from the server, over as many connections as it takes. */
import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream"
import {
  catchError,
  concat,
  defer,
  from,
  map,
  type Observable,
  of,
  retry,
  takeWhile,
  tap,
  throwError,
  timer
} from "rxjs"
import { fromFetch } from "rxjs/fetch"
import { type Frame, type Place, placeOf, readEvent } from "../src/web/wire.ts"
import { CallFailed, type ServerCalls, sessionPath } from "./server-calls.ts"

/** How the connection to the server is. */
export interface LinkChange {
  readonly event: "link"
  readonly data: "live" | "lost"
}

/** Wait before another attempt, in ms; the server is on this machine. */
const RETRY = 500

const lost: LinkChange = { event: "link", data: "lost" }
const live: LinkChange = { event: "link", data: "live" }

/**
 * A session's frames from the first to the last, with the state of the connection among them. A connection that breaks is
 * made anew from the last place that was received. Completes when the agent has ended; fails with `CallFailed` when the
 * server refuses. Read with `fetch` rather than `EventSource`: it can send the token in a header, and a page that is busy
 * holds the server back instead of queueing events.
 */
export const sessionFrames = (calls: ServerCalls, sessionId: string): Observable<Frame | LinkChange> =>
  defer(() => {
    let lastId = ""
    const connection = defer(() =>
      fromFetch(`${sessionPath(sessionId)}/events`, {
        headers: { ...calls.headers, "last-event-id": lastId },
        selector: ({ ok, status, body }) =>
          ok && body !== null
            ? concat(of(live), messages(body))
            : throwError(() => new CallFailed(status, "the server does not know this page or this session any more"))
      })
    )
    const messages = (body: ReadableStream<Uint8Array<ArrayBuffer>>): Observable<Frame> => {
      const parsed: AsyncIterable<EventSourceMessage> = body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
      return from(parsed).pipe(
        tap(({ id }) => {
          lastId = id ?? lastId
        }),
        map(frameOf)
      )
    }
    const broken = throwError(() => new TypeError("the connection has ended"))
    return concat(connection, broken).pipe(
      takeWhile(({ event }) => event !== "ended", true),
      catchError((error: unknown) =>
        error instanceof CallFailed
          ? throwError(() => error)
          : concat(
              of(lost),
              throwError(() => error)
            )
      ),
      retry({ delay: (error) => (error instanceof CallFailed ? throwError(() => error) : timer(RETRY)) })
    )
  })

/** What our own server sends is taken at its word. */
const frameOf = ({ event, data, id }: EventSourceMessage): Frame => {
  if (event === "event") return { event, place: placeOf(id) as Place, data: readEvent(data) }
  return { event, place: placeOf(id), data: JSON.parse(data) } as Frame
}
