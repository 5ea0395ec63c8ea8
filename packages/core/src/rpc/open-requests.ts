/** The peer's requests that are being answered: each is answered once, also when it is cancelled meanwhile. */
import { defer, type ObservableInput, Subscription, take } from "rxjs"
import { AuthRequired, RequestFailed } from "../failures.ts"
import type { Held } from "../internal/byte-budget.ts"
import { RpcErrorCode } from "../wire/messages/error-codes.ts"
import type { Request, RpcError, RpcId } from "../wire/messages/message.ts"

/** How an answer gets out. */
export interface AnswerSink {
  readonly result: (id: RpcId, result: unknown) => void
  readonly error: (id: RpcId, error: RpcError) => void
  /** Is called with an error of a service that the peer does not get to see. */
  readonly failed: (method: string, error: unknown) => void
}

/** The requests that are open, by id; ids of different types are different. */
export class OpenRequests {
  readonly #sink: AnswerSink
  /** How each is cancelled. */
  readonly #open = new Map<string, () => void>()
  readonly #answers = new Subscription()

  constructor(sink: AnswerSink) {
    this.#sink = sink
  }

  /**
   * Answers with the first value of `answer`; completing without one is an empty result, an error is answered as an
   * error (`RequestFailed` with its code, `AuthRequired` with -32000, anything else with -32603 and a report). Cancelling
   * unsubscribes it and answers -32800. `held` is what the request takes of a budget while it is open.
   */
  answer(
    { id, method }: Pick<Request, "id" | "method">,
    answer: () => ObservableInput<unknown>,
    held: Held = NOTHING
  ): void {
    const key = keyOf(id)
    let subscription: Subscription | undefined
    let open = true
    const settle = (send: () => void): void => {
      if (!open) return
      open = false
      held.release()
      // A peer that uses an id twice at once may have taken the place.
      if (this.#open.get(key) === cancel) this.#open.delete(key)
      subscription?.unsubscribe()
      send()
    }
    const cancel = (): void => settle(() => this.#sink.error(id, CANCELLED))
    this.#open.set(key, cancel)
    subscription = defer(answer)
      .pipe(take(1))
      .subscribe({
        next: (result) => settle(() => this.#sink.result(id, result)),
        error: (error: unknown) =>
          settle(() => {
            const told = rpcErrorOf(error)
            if (told === INTERNAL_ERROR) this.#sink.failed(method, error)
            this.#sink.error(id, told)
          }),
        complete: () => settle(() => this.#sink.result(id, {}))
      })
    if (open) this.#answers.add(subscription)
    else subscription.unsubscribe()
  }

  /** `$/cancel_request` from the peer; unknown and finished ids are ignored. */
  cancel(id: RpcId): void {
    this.#open.get(keyOf(id))?.()
  }

  /** Stops every answer without sending it: the connection is gone. */
  stop(): void {
    this.#open.clear()
    this.#answers.unsubscribe()
  }
}

const NOTHING: Held = { release: () => {} }

const CANCELLED: RpcError = { code: RpcErrorCode.RequestCancelled, message: "Request cancelled" }

const keyOf = (id: RpcId): string => `${typeof id}:${id}`

const INTERNAL_ERROR: RpcError = { code: RpcErrorCode.InternalError, message: "Internal error" }

/** The error that a throw of a service is answered with; errors that were not made for the peer reveal nothing to it. */
const rpcErrorOf = (error: unknown): RpcError => {
  if (error instanceof AuthRequired) return rpcError(RpcErrorCode.AuthRequired, error)
  return error instanceof RequestFailed ? rpcError(error.code, error) : INTERNAL_ERROR
}

const rpcError = (code: number, { message, data }: Pick<RpcError, "message" | "data">): RpcError =>
  data === undefined ? { code, message } : { code, message, data }
