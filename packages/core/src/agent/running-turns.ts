/** The turns that run, one a session at most, and how they are cancelled (protocol: Cancellation). */
import { defaultIfEmpty, defer, finalize, merge, type Observable, Subject, take } from "rxjs"
import { RequestFailed } from "../failures.ts"
import type { PromptResponse } from "../schema/index.ts"
import { RpcErrorCode } from "../wire/messages/error-codes.ts"

export class RunningTurns {
  readonly #cancels = new Map<string, Subject<PromptResponse>>()

  /**
   * A turn's answer: the one it emits, `end_turn` when it completes without one, `cancelled` when it is cancelled, which
   * unsubscribes it. A second turn of a session is refused while one runs.
   */
  run(sessionId: string, turn: Observable<PromptResponse>): Observable<PromptResponse> {
    return defer(() => {
      if (this.#cancels.has(sessionId)) {
        const message = "a turn of this session is running"
        throw new RequestFailed({ code: RpcErrorCode.InvalidRequest, message, method: "session/prompt" })
      }
      const cancelled = new Subject<PromptResponse>()
      this.#cancels.set(sessionId, cancelled)
      return merge(cancelled, turn.pipe(defaultIfEmpty(END_TURN))).pipe(
        take(1),
        finalize(() => this.#cancels.delete(sessionId))
      )
    })
  }

  /** Ends the turn of a session, if one runs. */
  cancel(sessionId: string): void {
    this.#cancels.get(sessionId)?.next({ stopReason: "cancelled" })
  }
}

const END_TURN: PromptResponse = { stopReason: "end_turn" }
