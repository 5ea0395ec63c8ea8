/** Turns the messages of both sides into entries with their remarks, one at a time, in the order of their arrival. */
import { type Message, type Notification, type Request, type RpcId, type SessionEvent, updateEvent } from "@rxacp/core"
import type { SessionState } from "@rxacp/fold"
import { Conversations } from "./conversation.ts"
import type { Entry, EntryKind, Mark, Side } from "./entry.ts"
import { Pairing } from "./pairing.ts"
import { callVerdict, resultVerdict } from "./verdict.ts"

/** A message as it was read: its entry, and the state of its session right after it. */
export interface Read {
  readonly entry: Entry
  readonly state: SessionState | undefined
}

type Draft = Omit<Entry, "place" | "at" | "from" | "bytes" | "marks">

const idText = (id: RpcId): string => (typeof id === "string" ? JSON.stringify(id) : String(id))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

const sessionIn = (value: unknown): string | undefined => (isObject(value) ? text(value.sessionId) : undefined)

/** What a call is about, in a word or two, and the tool call that it names. */
const aboutCall = (method: string, params: unknown): Pick<Entry, "about" | "toolCallId"> => {
  if (!isObject(params)) return {}
  const subject = method === "session/update" ? params.update : params.toolCall
  if (!isObject(subject)) return text(params.command) === undefined ? {} : { about: String(params.command) }
  const kind = text(subject.sessionUpdate)
  const title = text(subject.title)
  const about = [kind, title].filter((part) => part !== undefined).join(" ")
  const toolCallId = text(subject.toolCallId)
  return { ...(about !== "" && { about }), ...(toolCallId !== undefined && { toolCallId }) }
}

/** Reads one connection. State is kept for pairing and for the conversations; nothing is written back. */
export class MessageReader {
  readonly #pairing = new Pairing()
  readonly #conversations: Conversations
  /** Params of the open requests that an answer needs: which session a prompt or a load is for. */
  readonly #sessionOf = new Map<number, string>()
  #places = 0

  /** `onEvent` is called with every session event that the traffic amounts to. */
  constructor(onEvent?: (event: SessionEvent) => void) {
    this.#conversations = new Conversations(onEvent)
  }

  /** The number of entries so far. */
  get count(): number {
    return this.#places
  }

  /** The sessions that were seen. */
  get sessions(): ReadonlyArray<string> {
    return this.#conversations.ids()
  }

  /** An entry that no message made: a line of stderr, the end of the process, traffic that was not looked at. */
  other(from: Entry["from"], kind: EntryKind, at: number, bytes: number, about: string): Entry {
    return { place: this.#places++, at, from, kind, bytes, about, marks: [] }
  }

  /** Requests that were not answered, to be marked at the end. */
  unanswered(): ReadonlyArray<Entry> {
    return this.#pairing.open()
  }

  /** Reads a message that `side` wrote at `at`. */
  read(side: Side, message: Message, at: number): Read {
    const place = this.#places++
    const bytes = message._tag === "Oversize" ? message.bytes : message.line.bytes
    const marks: Array<Mark> = []
    const draft = this.#draft(side, message, { place, at, marks })
    const entry: Entry = { place, at, from: side, bytes, marks, ...draft }
    if (message._tag === "Request") this.#asked(side, message, entry, marks)
    return { entry, state: entry.sessionId === undefined ? undefined : this.#conversations.state(entry.sessionId) }
  }

  #draft(side: Side, message: Message, { at, marks }: { place: number; at: number; marks: Array<Mark> }): Draft {
    switch (message._tag) {
      case "Request":
      case "Notification":
        return this.#call(side, message, marks)
      case "Success":
      case "Failure":
        return this.#answer(side, message, at, marks)
      case "Noise":
        marks.push({ kind: "noise", detail: "the line is not JSON" })
        return { kind: "noise" }
      case "Invalid":
        marks.push({ kind: "invalid", detail: `not JSON-RPC 2.0: ${message.reason}` })
        return { kind: "invalid", ...(message.id !== undefined && { id: idText(message.id) }) }
      case "Oversize":
        marks.push({ kind: "oversize", detail: `the line is over ${message.limit} bytes and was not read` })
        return { kind: "oversize" }
    }
  }

  #call(side: Side, message: Request | Notification, marks: Array<Mark>): Draft {
    const { method, params } = message
    const kind = message._tag === "Request" ? "request" : "notification"
    marks.push(...callVerdict(side, kind, method, params))
    const sessionId = sessionIn(params)
    if (sessionId !== undefined) {
      if (side === "client") this.#conversations.announced(sessionId)
      marks.push(...this.#follow(message, sessionId))
    }
    return {
      kind,
      method,
      ...(message._tag === "Request" && { id: idText(message.id) }),
      ...(sessionId !== undefined && { sessionId }),
      ...aboutCall(method, params)
    }
  }

  /** Lets the conversation of a session take a call. */
  #follow(message: Request | Notification, sessionId: string): ReadonlyArray<Mark> {
    const params = isObject(message.params) ? message.params : {}
    switch (message.method) {
      case "session/prompt":
        return this.#conversations.prompted(sessionId, params.prompt)
      case "session/cancel":
        return this.#conversations.cancelled(sessionId)
      case "session/load":
        this.#conversations.loading(sessionId)
        return []
      case "session/request_permission":
        return message._tag === "Request" ? this.#conversations.permissionAsked(sessionId, message.id, params) : []
      case "session/update": {
        const update = message._tag === "Notification" ? updateEvent(message) : undefined
        return update === undefined ? [] : this.#conversations.updated(update)
      }
      default:
        return []
    }
  }

  #asked(side: Side, { id }: Request, entry: Entry, marks: Array<Mark>): void {
    const before = this.#pairing.asked(side, id, entry)
    if (before !== undefined)
      marks.push({ kind: "order", detail: `the id is in use by the request at ${before.place}` })
    if (entry.sessionId !== undefined) this.#sessionOf.set(entry.place, entry.sessionId)
  }

  #answer(side: Side, message: Message & { _tag: "Success" | "Failure" }, at: number, marks: Array<Mark>): Draft {
    const { id } = message
    const paired = this.#pairing.answered(side, id)
    const draft = { kind: message._tag === "Success" ? ("response" as const) : ("error" as const), id: idText(id) }
    const about = message._tag === "Failure" ? { about: `${message.error.code} ${message.error.message}` } : {}
    if (paired._tag === "Stray") {
      marks.push({ kind: "stray", detail: "nothing was asked under this id" })
      return { ...draft, ...about }
    }
    const { request } = paired
    if (paired._tag === "Duplicate") {
      marks.push({ kind: "duplicate", detail: `the request at ${request.place} has been answered already` })
      return { ...draft, ...about, answers: request.place, ...(request.method && { method: request.method }) }
    }
    const { method = "" } = request
    const sessionId = this.#sessionOf.get(request.place)
    this.#sessionOf.delete(request.place)
    if (message._tag === "Success") marks.push(...resultVerdict(method, message.result))
    const made = this.#settle(message, method, sessionId)
    return {
      ...draft,
      method,
      answers: request.place,
      latency: at - request.at,
      ...(made !== undefined && { sessionId: made }),
      ...about
    }
  }

  /** Lets the conversation take an answer; gives the session that it is about. */
  #settle(
    message: Message & { _tag: "Success" | "Failure" },
    method: string,
    asked: string | undefined
  ): string | undefined {
    const conversations = this.#conversations
    const result = message._tag === "Success" && isObject(message.result) ? message.result : {}
    const sessionId = asked ?? (method === "session/new" ? text(result.sessionId) : undefined)
    if (sessionId === undefined) return undefined
    const ok = message._tag === "Success"
    switch (method) {
      case "session/new":
        conversations.announced(sessionId)
        if (ok) conversations.opened(sessionId, result, "opened")
        break
      case "session/resume":
        if (ok) conversations.opened(sessionId, result, "opened")
        break
      case "session/load":
        if (ok) conversations.opened(sessionId, result, "loaded")
        else conversations.loadFailed(sessionId)
        break
      case "session/prompt":
        if (message._tag === "Failure") conversations.promptFailed(sessionId, message.error.code, message.error.message)
        else conversations.promptAnswered(sessionId, text(result.stopReason) ?? "unknown")
        break
      case "session/request_permission":
        conversations.permissionAnswered(sessionId, message.id, ok ? result : undefined)
    }
    return sessionId
  }
}
