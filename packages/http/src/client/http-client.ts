/** Sends lines as POSTs and receives them on event streams (RFD: Streamable HTTP). */
import { ConnectionClosed, isFailure, LineTooLong, type RxacpFailure } from "@rxacp/core"
import type { EventSourceMessage } from "eventsource-parser"
import { BehaviorSubject, Subject } from "rxjs"
import { type Envelope, envelopeOf, idKey } from "../wire/envelope.ts"
import { isObject, parseJson } from "../wire/json.ts"
import { CONNECTION_ID, POSITION, RECEIVED, RESUME, RESUME_PARAMETER, SESSION_ID } from "../wire/names.ts"
import { boundedText, discard, errorText, type HttpEndpoint, HttpRequests } from "./http-requests.ts"
import { type LinkState, retryDelay } from "./link.ts"
import { EventTooLong, readEvents } from "./read-events.ts"

/** What the client was made with. */
export interface HttpClientOptions extends HttpEndpoint {
  readonly resume: boolean
  readonly maxEventLength: number
  readonly quietMs: number
  readonly reconnectMs: number
}

/** What it needs of its owner. */
export interface HttpClientDeps {
  readonly deliver: (chunk: Uint8Array) => void
  /** Once, when no more will come. */
  readonly ended: (failure: RxacpFailure | undefined) => void
}

/** A message that could not be sent and has no call that could fail: a notification, or an answer to the agent. */
export interface FailedPost {
  readonly line: string
  /** The status of the server's answer; absent when there was none. */
  readonly status?: number
  readonly reason: string
}

/** The stream of the connection itself. */
const CONNECTION = ""
/** Characters that may wait to be sent before the next line has to. */
const WINDOW = 1024 * 1024
/** After how many received characters a connection that resumes says so. */
const ACKNOWLEDGE_AFTER = 256 * 1024
/** How often an answer or a cancel is sent again to a server that does not resume; a repeat of either does no harm. */
const RETRIES = 4
/** How often a session's stream is tried before its call fails. */
const STREAM_TRIES = 6
/** An answer waits for its session's stream to be quiet for this many times `quietMs` at most. */
const MAX_QUIET_WAITS = 100
/** Bounds what a server can make us keep: streams, requests of the agent whose session is known, and the length of an id. */
const MAX_STREAMS = 256
const MAX_ASKED = 10_000
const MAX_ID_LENGTH = 1024
const GOODBYE_MS = 2000
const SENDING_MS = 500
const INTERNAL_ERROR = -32603
/** Statuses after which the connection can't be used any more. */
const GONE = new Set([401, 403, 404, 410])

const encoder = new TextEncoder()

export class HttpClient {
  readonly link = new BehaviorSubject<LinkState>("connecting")
  readonly failedPosts = new Subject<FailedPost>()
  readonly #options: HttpClientOptions
  readonly #deps: HttpClientDeps
  readonly #requests: HttpRequests
  /** Session streams that are read, each with the promise of its first opening. */
  readonly #streams = new Map<string, Promise<void>>()
  /** When something last came on a stream. */
  readonly #heardAt = new Map<string, number>()
  /** Requests under way, of sessions, in a connection that does not resume. */
  readonly #calls = new Map<string, { readonly id: string | number | null; readonly sessionId: string }>()
  /** The session of each open request of the agent, for the header of its answer. */
  readonly #asked = new Map<string, string>()
  #lanes = { calls: Promise.resolve(), answers: Promise.resolve() }
  #waiting = 0
  #graceMs: number | undefined
  #position = 0
  #received = 0
  #unacknowledged = 0
  #gate: { readonly promise: Promise<void>; readonly open: () => void } | undefined
  #over = false

  constructor(options: HttpClientOptions, deps: HttpClientDeps) {
    this.#options = options
    this.#deps = deps
    this.#requests = new HttpRequests(options)
  }

  get #resumes(): boolean {
    return this.#graceMs !== undefined
  }

  pause(): void {
    if (this.#gate !== undefined) return
    let open = (): void => {}
    const promise = new Promise<void>((resolve) => {
      open = resolve
    })
    this.#gate = { promise, open }
  }

  resume(): void {
    this.#gate?.open()
    this.#gate = undefined
  }

  /**
   * Queues a line. One is sent after the other; with a server that does not resume, which may let a call wait, answers to the
   * agent have a queue of their own, so that they never wait for a call.
   */
  write(line: string): Promise<void> | undefined {
    const envelope = envelopeOf(line) ?? { answers: false }
    const lane = envelope.answers && !this.#resumes ? "answers" : "calls"
    this.#waiting += line.length
    this.#lanes[lane] = this.#lanes[lane].then(async () => {
      await this.#send(line, envelope)
      this.#waiting -= line.length
    })
    return this.#waiting > WINDOW ? this.#lanes[lane] : undefined
  }

  /** Says goodbye, once what is queued has been sent, for which it does not wait long. */
  async close(): Promise<void> {
    if (this.#over) return
    await Promise.race([Promise.all(Object.values(this.#lanes)), delay(SENDING_MS)])
    await this.#requests.goodbye(GOODBYE_MS)
    this.#end(undefined)
  }

  async #send(line: string, envelope: Envelope): Promise<void> {
    if (this.#over) return
    try {
      if (envelope.method === "initialize" && this.#requests.connectionId === undefined) await this.#initialize(line)
      else await this.#post(line, envelope)
    } catch (error) {
      if (this.#over) return
      if (isFailure(error)) this.#end(error)
      else
        this.#failed(line, envelope, error instanceof PostFailed ? error : new PostFailed(undefined, reasonOf(error)))
    }
  }

  async #initialize(line: string): Promise<void> {
    const { url, resume, maxEventLength } = this.#options
    const asking = new URL(url)
    if (resume) asking.searchParams.set(RESUME_PARAMETER, "new")
    const response = await this.#requests.post(line, {}, asking.href).catch((error: unknown) => {
      throw new ConnectionClosed({ reason: `could not connect: ${reasonOf(error)}` }, { cause: error })
    })
    const id = response.headers.get(CONNECTION_ID)
    if (!response.ok || id === null) throw await refused(response)
    const body = await boundedText(response, maxEventLength)
    if (body === undefined) throw tooLong(maxEventLength)
    const grace = Number(response.headers.get(RESUME) ?? Number.NaN)
    this.#requests.connectionId = id
    if (resume && Number.isSafeInteger(grace) && grace > 0) this.#graceMs = grace
    this.#position = 1
    this.link.next("open")
    this.#open(CONNECTION)
    this.#deliver([body])
  }

  async #post(line: string, envelope: Envelope): Promise<void> {
    const { method, id, answers } = envelope
    const key = id === undefined ? undefined : idKey(id)
    const sessionId = envelope.sessionId ?? (answers && key !== undefined ? this.#asked.get(key) : undefined)
    if (answers && key !== undefined) this.#asked.delete(key)
    if (!this.#resumes && sessionId !== undefined) {
      await this.#open(sessionId)
      if (method !== undefined && key !== undefined) this.#calls.set(key, { id: id ?? null, sessionId })
    }
    const headers = {
      ...(sessionId === undefined ? {} : { [SESSION_ID]: sessionId }),
      ...(this.#resumes ? { [POSITION]: String(++this.#position) } : {})
    }
    // Calls that were sent twice would run twice, where the server does not know that they are the same.
    const repeats = this.#resumes ? Number.POSITIVE_INFINITY : answers || isCancel(method) ? RETRIES : 0
    await this.#until(Date.now() + (this.#graceMs ?? this.#options.reconnectMs), repeats, async () => {
      const received = this.#resumes ? { [RECEIVED]: String(this.#received) } : {}
      const response = await this.#requests.post(line, { ...headers, ...received })
      if (response.ok) return discard(response)
      if (GONE.has(response.status)) throw await refused(response)
      throw new PostFailed(response.status, await errorText(response))
    })
  }

  /** Tries until it works, until it is useless, or until time or tries are over. */
  async #until(deadline: number, repeats: number, attempt: () => Promise<void>): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        return await attempt()
      } catch (error) {
        const worthwhile =
          !isFailure(error) && !(error instanceof PostFailed && error.status < 500 && error.status !== 429)
        if (this.#over || !worthwhile || tries >= repeats || Date.now() > deadline) throw error
        await delay(retryDelay(tries + 1))
      }
    }
  }

  /** One message could not be sent: its call fails, and nothing else. */
  #failed(line: string, { method, id }: Envelope, { status, reason }: PostFailed): void {
    const said = status === 0 ? reason : `the server answered ${status}${reason === "" ? "" : `: ${reason}`}`
    if (method !== undefined && id !== undefined) {
      this.#fail(id, `the request could not be sent: ${said}`, status === 0 ? {} : { status, body: reason })
    } else {
      this.failedPosts.next({ line, reason: said, ...(status === 0 ? {} : { status }) })
    }
  }

  /** Answers a call in the server's place. */
  #fail(id: string | number | null, message: string, data: object): void {
    this.#calls.delete(idKey(id))
    this.#deliver([JSON.stringify({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message, data } })])
  }

  /** Reads a stream from now on; resolves once it is open for the first time, rejects when it can't be opened. */
  #open(key: string): Promise<void> {
    const found = this.#streams.get(key)
    if (found !== undefined) return found
    const opened = new Promise<void>((resolve, reject) => {
      void this.#follow(key, resolve).catch((error: unknown) => {
        this.#streams.delete(key)
        if (isFailure(error)) this.#end(error)
        reject(error)
      })
    })
    opened.catch(() => {})
    this.#streams.set(key, opened)
    return opened
  }

  async #follow(key: string, opened: () => void): Promise<void> {
    let cutAt: number | undefined
    const limit = this.#graceMs ?? this.#options.reconnectMs
    for (let tries = 0; !this.#over; tries++) {
      try {
        const response = await this.#requests.openStream({
          ...(key === CONNECTION ? {} : { [SESSION_ID]: key }),
          ...(this.#resumes ? { "Last-Event-ID": String(this.#received) } : {})
        })
        if (GONE.has(response.status)) throw await refused(response)
        if (!response.ok || response.body === null) throw new PostFailed(response.status, await errorText(response))
        opened()
        cutAt = undefined
        tries = 0
        if (key === CONNECTION && this.link.value === "cut") this.link.next("open")
        await readEvents(response.body, {
          maxLength: this.#options.maxEventLength,
          ready: () => this.#gate?.promise,
          events: (events) => this.#events(key, events)
        })
      } catch (error) {
        if (this.#over || isFailure(error)) throw error
        if (error instanceof EventTooLong) throw tooLong(this.#options.maxEventLength)
        if (!this.#resumes) this.#cutCalls(key, reasonOf(error))
        if (error instanceof PostFailed && key !== CONNECTION && tries >= STREAM_TRIES) throw error
      }
      if (this.#over) return
      cutAt ??= Date.now()
      if (key === CONNECTION && this.link.value === "open") this.link.next("cut")
      if (Date.now() - cutAt > limit) {
        throw new ConnectionClosed({ reason: `the event stream was cut and could not be opened again in ${limit} ms` })
      }
      await delay(retryDelay(tries))
    }
  }

  /** What was under way on a stream that broke may be lost, and with it the answers to its session's calls. */
  #cutCalls(key: string, reason: string): void {
    for (const { id, sessionId } of [...this.#calls.values()]) {
      if (sessionId === key) this.#fail(id, `the event stream of the session broke: ${reason}`, {})
    }
  }

  #events(key: string, events: ReadonlyArray<EventSourceMessage>): void {
    if (this.#over) return
    this.#heardAt.set(key, Date.now())
    const lines: Array<string> = []
    let end: string | undefined
    for (const { id, event, data } of events) {
      if (this.#resumes) {
        if (event === "end") end = data
        const position = Number(id ?? Number.NaN)
        if (!Number.isSafeInteger(position) || position <= this.#received) continue
        this.#received = position
        this.#unacknowledged += data.length
        lines.push(data)
      } else if (this.#passes(key, data)) lines.push(data)
    }
    this.#deliver(lines)
    if (this.#unacknowledged >= ACKNOWLEDGE_AFTER) this.#acknowledge()
    if (end !== undefined) this.#end(new ConnectionClosed({ reason: saidReason(end) }))
  }

  /** Notes what a line says about streams; false when the line has to wait. */
  #passes(key: string, line: string): boolean {
    // Most lines are notifications, which say nothing of the kind.
    if (!line.includes('"id"')) return true
    const envelope = envelopeOf(line)
    if (envelope?.id === undefined) return true
    const call = idKey(envelope.id)
    if (envelope.method !== undefined) {
      const sessionId = envelope.sessionId ?? key
      const fits = this.#asked.size < MAX_ASKED && call.length + sessionId.length < MAX_ID_LENGTH
      if (sessionId !== CONNECTION && fits) this.#asked.set(call, sessionId)
      return true
    }
    const { resultSessionId = CONNECTION } = envelope
    const opens = resultSessionId.length < MAX_ID_LENGTH && this.#streams.size < MAX_STREAMS
    if (resultSessionId !== CONNECTION && opens) void this.#open(resultSessionId)
    const asked = this.#calls.get(call)
    this.#calls.delete(call)
    if (asked === undefined || asked.sessionId === key || !this.#streams.has(asked.sessionId)) return true
    void this.#whenQuiet(asked.sessionId).then(() => this.#deliver([line]))
    return false
  }

  /** Resolves when a session's stream has been quiet for a while. */
  async #whenQuiet(sessionId: string): Promise<void> {
    const { quietMs } = this.#options
    for (let waits = 0; waits < MAX_QUIET_WAITS && !this.#over; waits++) {
      const before = this.#heardAt.get(sessionId)
      await delay(quietMs)
      if (this.#gate !== undefined) waits--
      else if (this.#heardAt.get(sessionId) === before) return
    }
  }

  #acknowledge(): void {
    this.#unacknowledged = 0
    this.#requests.post("", { [RECEIVED]: String(this.#received) }).then(discard, () => {})
  }

  #deliver(lines: ReadonlyArray<string>): void {
    if (this.#over || lines.length === 0) return
    const text = lines.map((line) => (line.includes("\n") ? line.replaceAll("\n", " ") : line)).join("\n")
    this.#deps.deliver(encoder.encode(`${text}\n`))
  }

  #end(failure: RxacpFailure | undefined): void {
    if (this.#over) return
    this.#over = true
    // A server that is left for a failure need not keep the agent.
    if (failure !== undefined) void this.#requests.goodbye(GOODBYE_MS)
    this.#requests.abort()
    this.resume()
    this.link.next("closed")
    this.link.complete()
    this.failedPosts.complete()
    this.#deps.ended(failure)
  }
}

/** A request was answered with an error, or not at all. */
class PostFailed extends Error {
  /** 0 when there was no answer. */
  readonly status: number
  readonly reason: string
  constructor(status: number | undefined, reason: string) {
    super(reason)
    this.status = status ?? 0
    this.reason = reason
  }
}

const refused = async (response: Response): Promise<RxacpFailure> => {
  const said = await errorText(response)
  const reason = `the server answered ${response.status}${said === "" ? "" : `: ${said}`}`
  return new ConnectionClosed({ reason })
}

const tooLong = (limit: number): LineTooLong => new LineTooLong({ seq: 0, bytes: limit + 1, limit, head: "", tail: "" })

const isCancel = (method: string | undefined): boolean => method === "session/cancel" || method === "$/cancel_request"

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

const saidReason = (data: string): string => {
  const value = parseJson(data)
  return isObject(value) && typeof value.reason === "string" ? value.reason : "the server ended the connection"
}
