/** The events of a session in a log as an event stream, for pages anywhere. */
import {
  type Followed,
  formatPosition,
  type Position,
  parsePosition,
  positionOf,
  pullSession,
  type SessionLog
} from "@rxacp/core/log"
import { type AccessOptions, allowOrigin, preflight, refuseAccess } from "../server/access.ts"
import { EVENT_STREAM } from "../wire/names.ts"

/** Who may follow, and what. */
export interface SseOptions extends AccessOptions {
  /**
   * The session that a request asks for; undefined answers 404. It is also the place to decide who may see which session.
   * Default: the last segment of the path.
   */
  readonly session?: (request: Request) => string | undefined | Promise<string | undefined>
  /** How many viewers there may be at one time; more get 503. Default 1000. */
  readonly maxViewers?: number
  /** How often a comment is sent while nothing happens, in milliseconds, so that proxies keep the stream. Default 15,000. */
  readonly aliveMs?: number
}

const encoder = new TextEncoder()

/**
 * Makes a `fetch` handler that gives a session's events as server-sent events. Each has its position as id and the value that
 * `followSession` gives as JSON in its data, a big id as `{ "bigint": digits }`. A viewer begins with the last snapshot, or after
 * `Last-Event-ID`, which an `EventSource` sends by itself when it connects again. After `SessionClosed` the answer to the next
 * connection is 204, which an `EventSource` takes as the end.
 *
 * The log is read only as fast as the viewer reads, so a stalled viewer costs the bound of one reader of the log and nothing
 * else. When the log can't be reached the stream ends, and the viewer connects again.
 */
export const sseFromLog = (log: SessionLog, options: SseOptions = {}): ((request: Request) => Promise<Response>) => {
  const { session = lastSegment, maxViewers = 1000, aliveMs = 15_000 } = options
  if (!(maxViewers > 0)) throw new RangeError(`maxViewers must be positive, got ${maxViewers}`)
  let viewers = 0

  const follow = async (request: Request): Promise<Response> => {
    if (request.method !== "GET") return new Response("only GET is answered\n", { status: 405 })
    const refused = await refuseAccess(request, options)
    if (refused !== undefined) return refused
    const sessionId = await session(request)
    if (sessionId === undefined) return new Response("no such session\n", { status: 404 })
    if (viewers >= maxViewers) return new Response("too many viewers\n", { status: 503 })
    const after = positionAfter(request)
    if (after !== undefined && (await isOver(log, sessionId, after))) return new Response(null, { status: 204 })
    viewers++
    return eventStream(log, sessionId, { after, aliveMs, left: () => viewers-- })
  }

  return async (request) => {
    if (request.method === "OPTIONS") return preflight(request, options)
    const answer = await follow(request).catch(() => new Response("the log can't be reached\n", { status: 503 }))
    return answer.status === 403 ? answer : allowOrigin(request, answer)
  }
}

interface Viewer {
  readonly after: Position | undefined
  readonly aliveMs: number
  readonly left: () => void
}

const eventStream = (log: SessionLog, sessionId: string, { after, aliveMs, left }: Viewer): Response => {
  const reading = new AbortController()
  const batches = pullSession(log, sessionId, { signal: reading.signal, ...(after === undefined ? {} : { after }) })
  let alive: ReturnType<typeof setInterval> | undefined
  let waiting = false
  let over = false
  const leave = (): void => {
    if (over) return
    over = true
    clearInterval(alive)
    reading.abort()
    left()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        controller.enqueue(encoder.encode(":\n\n"))
        alive = setInterval(() => {
          if (waiting) controller.enqueue(encoder.encode(":\n\n"))
        }, aliveMs)
      },
      pull: async (controller) => {
        waiting = true
        const next = await batches.next().catch(() => ({ done: true as const, value: undefined }))
        waiting = false
        if (over) return
        if (next.done !== true) return controller.enqueue(encoder.encode(next.value.map(eventOf).join("")))
        leave()
        controller.close()
      },
      cancel: leave
    },
    { highWaterMark: 0 }
  )
  return new Response(body, {
    headers: { "Content-Type": EVENT_STREAM, "Cache-Control": "no-cache", "X-Accel-Buffering": "no" }
  })
}

const eventOf = (value: Followed): string => {
  const at = positionOf(value)
  const id = at === undefined ? "" : `id: ${formatPosition(at)}\n`
  return `${id}data: ${JSON.stringify(value, withBigInts)}\n\n`
}

/** Ids that no JSON number can hold. */
const withBigInts = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? { bigint: String(value) } : value

const positionAfter = (request: Request): Position | undefined => {
  const id = request.headers.get("Last-Event-ID")
  return id === null ? undefined : parsePosition(id)
}

/** Whether a session was closed before this position, so that nothing comes any more. */
const isOver = async (log: SessionLog, sessionId: string, after: Position): Promise<boolean> => {
  const { last, epoch } = await log.lease(sessionId)
  if (last.epoch !== after.epoch || last.n !== after.n || epoch > last.epoch) return false
  const before = { epoch: last.epoch, n: last.n - 1 }
  for await (const [value] of pullSession(log, sessionId, { after: before, follow: false })) {
    return value?._tag === "SessionClosed"
  }
  return false
}

const lastSegment = (request: Request): string | undefined => {
  const segment = new URL(request.url).pathname.split("/").at(-1)
  return segment === undefined || segment === "" ? undefined : decodeURIComponent(segment)
}
