/** One end of JSON-RPC over a transport: calls out, answers in, requests in, answers out. The same for client and agent. */
import { Observable, type ObservableInput, type Observer } from "rxjs"
import { closedHere, isFailure, type MessageTooLarge, type RxacpFailure } from "../failures.ts"
import type { ByteBudget } from "../internal/byte-budget.ts"
import { heldSize } from "../internal/held-size.ts"
import { namedThrownText } from "../internal/thrown-text.ts"
import type { TransportInternals, WriteOptions } from "../transport/internals.ts"
import type { Oversize } from "../wire/lines/line.ts"
import { errorLine, notificationLine, requestLine, resultLine } from "../wire/messages/encode.ts"
import { RpcErrorCode } from "../wire/messages/error-codes.ts"
import { cutLine, exactRequestId, isId } from "../wire/messages/id.ts"
import type { Message, Notification, Request, RpcError, RpcId } from "../wire/messages/message.ts"
import type { Outcome } from "../wire/messages/outcome.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import type { Diagnostic, PendingCall } from "./diagnostic.ts"
import { OpenRequests } from "./open-requests.ts"
import { PendingCalls, type Settle } from "./pending-calls.ts"
import { createTracer, type TraceSink } from "./trace.ts"

/** What the owner of a peer does with what comes in. */
export interface PeerOptions {
  readonly transport: TransportInternals
  /** The answer to a request; undefined means that the method is unknown (-32601). */
  readonly serve: (request: Request) => (() => ObservableInput<unknown>) | undefined
  /** A notification, with its update when it carries one. False means that it is unknown. */
  readonly notified: (notification: Notification, update: UpdateEvent | undefined) => boolean
  readonly diagnose: (diagnostic: Diagnostic) => void
  /** What may be kept of what the other side sends. */
  readonly budget: ByteBudget
  /** Called once, after all calls were failed. */
  readonly ended: (failure: RxacpFailure | undefined) => void
  readonly trace?: TraceSink | undefined
}

/** The result of a call, and the line that brought it. */
export interface CallAnswer {
  readonly result: unknown
  readonly seq: number | undefined
}

/** Called with the answer to a call, the call's id and the line that brought the answer. */
export type Answered = (outcome: Outcome, id: number, seq: number) => void

/** A call that is not written yet. */
export interface PreparedCall {
  readonly id: number
  /** Writes the call; throws what the transport throws, and then nothing was written. `settle` is called once, or `late` after `forget`. */
  readonly send: (settle: Settle, late?: Settle) => void
}

/** One end of a JSON-RPC connection. */
export interface Peer {
  /** A call that is written later, so that a decision can be recorded before. Throws a TypeError if it is not JSON. */
  readonly prepare: (method: string, params: unknown) => PreparedCall
  /** Sends `$/cancel_request` for a call; what the other side answers still settles it. Nothing once all is over. */
  readonly askToCancel: (id: number) => void
  /** Gives a call up without telling the other side. */
  readonly forget: (id: number) => void
  /**
   * A call as a cold Observable of its answer: sent on subscribe, given up on unsubscribe. `answered` is called with every
   * answer that a line brings, before the subscriber gets it and also when there is none any more.
   */
  readonly call: (method: string, params: unknown, answered?: Answered) => Observable<CallAnswer>
  /** Why nothing can be written any more, once that is so. */
  readonly gone: () => RxacpFailure | undefined
  /** Writes a notification at once. `exempt` ones are not held up by a full queue. */
  readonly notify: (method: string, params: unknown, options?: WriteOptions) => void
  /** The calls that are waited for. */
  readonly waiting: () => ReadonlyArray<PendingCall>
}

const TEXT_IN_DIAGNOSTIC = 512
/** Characters of an id that a refusal for lack of room repeats. */
const ID_IN_REFUSAL = 4096
/** What a request costs while it is answered, besides its line: its handler, its subscriptions, its place in maps. */
const OPEN_REQUEST = 8 * 1024

/** Attaches to the transport without starting it. */
export const createPeer = (options: PeerOptions): Peer => {
  const { transport, serve, notified, diagnose, ended, trace, budget } = options
  const calls = new PendingCalls(diagnose)
  const tracer = createTracer(trace, transport.epoch)
  let gone: { readonly failure: RxacpFailure } | undefined

  /** Traced first: a peer in memory answers before `write` returns. */
  const write = (line: string, trace: () => void, how?: WriteOptions): void => {
    if (gone !== undefined) throw gone.failure
    trace()
    transport.write(line, how)
  }

  const answers = budget.share("answers")
  let unsent = 0

  /**
   * Answers are exempt from the queue limit, up to what may wait for a peer that does not read. One that does not fit, is
   * too large itself or has no JSON is replaced by an error that says so; where not even that fits, it is left out.
   */
  const respond = (id: RpcId, kind: "response" | "error", lineOf: () => string): void => {
    if (gone !== undefined) return
    try {
      const line = lineOf()
      write(line, () => tracer.responded(kind, id, line), { exempt: true, atMost: answers.limit })
    } catch (error) {
      if (!isFailure(error)) {
        diagnose({ _tag: "HandlerFailed", method: "answer", reason: namedThrownText(error) })
        refuse(id, { code: RpcErrorCode.InternalError, message: "Internal error" })
      } else if (error._tag === "MessageTooLarge") tooLarge(id, kind, error)
    }
  }

  const tooLarge = (id: RpcId, kind: "response" | "error", failure: MessageTooLarge): void => {
    const { bytes, limit, what, message } = failure
    if (kind === "response") {
      diagnose({ _tag: "HandlerFailed", method: "answer", reason: message })
      refuse(id, { code: RpcErrorCode.InternalError, message: "the answer is too large", data: { bytes, limit } })
    } else if (what === "queue") {
      unsent++
      if (isPowerOfTwo(unsent)) diagnose({ _tag: "HeldBytesExceeded", holder: "answers", count: unsent })
    }
  }

  const refuse = (id: RpcId, error: RpcError): void => respond(id, "error", () => errorLine(id, error))

  const open = new OpenRequests({
    result: (id, result) => respond(id, "response", () => resultLine(id, result)),
    error: refuse,
    failed: (method, error) => diagnose({ _tag: "HandlerFailed", method, reason: namedThrownText(error) })
  })

  const requests = budget.share("requests")
  let refused = 0

  const request = (message: Request): void => {
    const { id, method } = message
    const answer = serve(message)
    if (answer === undefined) {
      refuse(id, {
        code: RpcErrorCode.MethodNotFound,
        message: "Method not found",
        data: { method: beginning(method) }
      })
      return
    }
    const held = requests.tryHold(OPEN_REQUEST + message.line.text.length + heldSize(message.line.text))
    if (held === undefined) {
      refused++
      if (isPowerOfTwo(refused)) diagnose({ _tag: "HeldBytesExceeded", holder: "requests", count: refused })
      // A long id is not repeated: the peer could make us write what is not kept.
      const to = typeof id === "string" && id.length > ID_IN_REFUSAL ? null : id
      refuse(to, {
        code: RpcErrorCode.InternalError,
        message: "too many open requests",
        data: { limit: requests.limit }
      })
    } else open.answer(message, answer, held)
  }

  const notification = (message: Notification, update: UpdateEvent | undefined): void => {
    if (message.method === "$/cancel_request") {
      const id = cancelledId(message)
      if (id !== undefined) open.cancel(id)
    } else if (!notified(message, update)) {
      diagnose({ _tag: "UnknownNotification", seq: message.seq, method: message.method })
    }
  }

  const receive = (message: Message, update: UpdateEvent | undefined): void => {
    tracer.received(message)
    switch (message._tag) {
      case "Notification":
        notification(message, update)
        break
      case "Request":
        request(message)
        break
      case "Success":
        calls.success(message)
        break
      case "Failure":
        calls.failure(message)
        break
      case "Invalid": {
        const { seq, reason, line } = message
        diagnose({ _tag: "InvalidMessage", seq, reason, text: beginning(line.text) })
        calls.invalid(message)
        break
      }
      case "Noise":
        diagnose({ _tag: "Noise", seq: message.seq, text: beginning(message.line.text) })
        break
      case "Oversize":
        calls.oversize(message)
        refuseOversize(message)
    }
  }

  /** A request that was too large to be read is answered all the same, so that the other side does not wait for ever. */
  const refuseOversize = ({ head, tail, bytes, limit }: Oversize): void => {
    const { id, method } = cutLine(head, tail)
    if (id === undefined || method === undefined) return
    refuse(id, { code: RpcErrorCode.InvalidRequest, message: "the request is too large", data: { bytes, limit } })
  }

  transport.attach({
    message: receive,
    ended: ({ failure }) => {
      gone = { failure: failure ?? closedHere() }
      open.stop()
      calls.failAll(gone.failure)
      ended(failure)
    }
  })

  const prepare: Peer["prepare"] = (method, params) => {
    const id = calls.nextId()
    const line = requestLine(id, method, params)
    const send: PreparedCall["send"] = (settle, late) => {
      calls.add(id, method, settle, late)
      try {
        write(line, () => tracer.sent("request", line, method, id))
      } catch (error) {
        calls.remove(id)
        tracer.refused(id)
        throw error
      }
    }
    return { id, send }
  }

  const askToCancel = (id: number): void => {
    try {
      notify("$/cancel_request", { requestId: id }, { exempt: true })
    } catch (error) {
      // The transport has ended, which it may not have reported yet.
      if (!isFailure(error)) throw error
    }
  }

  const notify: Peer["notify"] = (method, params, how) => {
    const line = notificationLine(method, params)
    write(line, () => tracer.sent("notification", line, method), how)
  }

  return {
    prepare,
    askToCancel,
    forget: (id) => void calls.abandon(id),
    call: (method, params, answered) =>
      // An edge: subscribing writes, unsubscribing writes too.
      new Observable((subscriber) => {
        const { id, send } = prepare(method, params)
        let settled = false
        const note: Settle = (outcome, seq) => {
          if (seq !== undefined) answered?.(outcome, id, seq)
        }
        send((outcome, seq) => {
          settled = true
          note(outcome, seq)
          emit(outcome, seq, subscriber)
        }, note)
        return () => {
          if (!settled && calls.abandon(id)) askToCancel(id)
        }
      }),
    gone: () => gone?.failure,
    notify,
    waiting: () => calls.waiting()
  }
}

const emit = (outcome: Outcome, seq: number | undefined, subscriber: Observer<CallAnswer>): void => {
  if ("failure" in outcome) subscriber.error(outcome.failure)
  else {
    subscriber.next({ result: outcome.result, seq })
    subscriber.complete()
  }
}

const cancelledId = ({ params, line }: Notification): RpcId | undefined => {
  if (typeof params !== "object" || params === null || !("requestId" in params)) return undefined
  const { requestId } = params
  return isId(requestId) ? exactRequestId(requestId, line.text) : undefined
}

/** The beginning of a text, copied, so that it does not keep the whole of it in memory. */
const beginning = (text: string): string =>
  text.length <= TEXT_IN_DIAGNOSTIC ? text : `${Array.from(text.slice(0, TEXT_IN_DIAGNOSTIC)).join("")}…`

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0
