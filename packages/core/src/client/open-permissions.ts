/** The permission requests of one session: each is asked once and answered once. */

import { BehaviorSubject, catchError, defaultIfEmpty, defer, map, Observable, of, type Subscription, take } from "rxjs"
import { namedThrownText } from "../internal/thrown-text.ts"
import type { PermissionHandler } from "../permissions/permission-handler.ts"
import { selectOption } from "../permissions/select-option.ts"
import type { RequestPermissionOutcome, RequestPermissionRequest } from "../schema/index.ts"
import type { PermissionResolved, SessionEvent } from "../session/session-event.ts"
import type { SessionTracker } from "../session/tracker.ts"
import type { MessageId } from "../wire/messages/message.ts"
import type { ConnectionContext } from "./context.ts"

const CANCELLED: RequestPermissionOutcome = { outcome: "cancelled" }

/** What asking for permission needs of its session. */
export interface OpenPermissionsOptions {
  readonly context: ConnectionContext
  readonly tracker: SessionTracker
  readonly emit: (event: SessionEvent) => void
  /** Whether the running turn has been cancelled: then nobody is asked. */
  readonly cancelling: () => boolean
}

/** The permission requests of one session that wait for an answer. */
export class OpenPermissions {
  readonly #options: OpenPermissionsOptions
  readonly #cancels = new Set<() => void>()
  readonly #asking = new BehaviorSubject(false)

  constructor(options: OpenPermissionsOptions) {
    this.#options = options
  }

  /** Whether somebody is being asked: the current answer, then every change. */
  get asking(): Observable<boolean> {
    return this.#asking
  }

  /** Answers all that are open with `cancelled`. */
  cancelAll(): void {
    for (const cancel of [...this.#cancels]) cancel()
  }

  /** The answer to one request. Unsubscribed when the agent takes the request back, which counts as cancelled. */
  ask(
    id: MessageId,
    request: RequestPermissionRequest,
    seq: number
  ): Observable<{ outcome: RequestPermissionOutcome }> {
    const { context, tracker, emit, cancelling } = this.#options
    // An edge: asking is an event, and so is every way in which it ends.
    return new Observable((answer) => {
      let asked: Subscription | undefined
      let resolved = false
      const resolve = (outcome: RequestPermissionOutcome, by: PermissionResolved["by"]): void => {
        if (resolved) return
        resolved = true
        asked?.unsubscribe()
        this.#cancels.delete(cancel)
        this.#asking.next(this.#cancels.size > 0)
        const { sessionId } = tracker
        context.transport.record({ type: "permissionResolved", sessionId, id, outcome, by }, () => {
          emit(tracker.permissionResolved(id, outcome, by))
          answer.next({ outcome })
          answer.complete()
        })
      }
      const cancel = (): void => resolve(CANCELLED, "cancel")

      emit(tracker.permissionRequested(id, request, seq))
      this.#cancels.add(cancel)
      this.#asking.next(true)
      if (cancelling()) cancel()
      else {
        asked = this.#handle(id, request).subscribe(({ outcome, by }) => resolve(outcome, by))
        if (resolved) asked.unsubscribe()
      }
      return cancel
    })
  }

  /** The handler's first outcome; no handler, none, a failure and an option that was not offered all mean reject. */
  #handle(
    id: MessageId,
    request: RequestPermissionRequest
  ): Observable<{ readonly outcome: RequestPermissionOutcome; readonly by: PermissionResolved["by"] }> {
    const { context, tracker } = this.#options
    const { permissions, diagnose } = context
    const { sessionId } = tracker
    const { options, toolCall } = request
    const reject = selectOption(options, "reject")
    const by: PermissionResolved["by"] = permissions === undefined || isPolicy(permissions) ? "policy" : "handler"
    const offered = (outcome: RequestPermissionOutcome): RequestPermissionOutcome => {
      if (outcome.outcome !== "selected") return outcome
      if (options.some(({ optionId }) => optionId === outcome.optionId)) return outcome
      diagnose({ _tag: "OptionNotOffered", sessionId, id, optionId: outcome.optionId })
      return reject
    }
    if (permissions === undefined) return of({ outcome: reject, by })
    return defer(() => permissions(request, { known: tracker.known(toolCall.toolCallId), sessionId })).pipe(
      take(1),
      defaultIfEmpty(reject),
      map((outcome) => ({ outcome: offered(outcome), by })),
      catchError((error: unknown) => {
        diagnose({ _tag: "HandlerFailed", method: "session/request_permission", reason: namedThrownText(error) })
        return of({ outcome: reject, by })
      })
    )
  }
}

/** A policy decides by itself; any other handler is somebody who is asked. */
const isPolicy = (handler: PermissionHandler): boolean => "decisions" in handler
