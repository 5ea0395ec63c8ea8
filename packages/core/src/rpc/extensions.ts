/** The methods that are not of the protocol, each to its handler. */

import { defer, map, type Observable, Subscription } from "rxjs"
import { namedThrownText } from "../internal/thrown-text.ts"
import type { Notification, Request } from "../wire/messages/message.ts"
import type { Diagnostic } from "./diagnostic.ts"
import type { ExtensionHandler, ExtensionHandlers } from "./extension-handler.ts"

/** How extensions are served; the same for client and agent. */
export interface Extensions {
  /** The answer to a request, or undefined when no handler has its method; no result is an empty one. */
  readonly serve: (request: Request) => (() => Observable<unknown>) | undefined
  /** Hands a notification to its handler; false when there is none. */
  readonly notified: (notification: Notification) => boolean
  /** Unsubscribes the handlers of notifications that are still at work: the connection is gone. */
  readonly stop: () => void
}

/** Serves extensions by the handlers that are there. What a handler of a notification throws is reported. */
export const extensions = (
  handlers: ExtensionHandlers = {},
  diagnose: (diagnostic: Diagnostic) => void
): Extensions => {
  const handlerOf = (method: string): ExtensionHandler | undefined =>
    Object.hasOwn(handlers, method) ? handlers[method] : undefined

  const hearing = new Subscription()

  return {
    serve: ({ id, method, params }) => {
      const handler = handlerOf(method)
      return handler && (() => defer(() => handler(params, { id, method })).pipe(map((result) => result ?? {})))
    },
    notified: ({ method, params }) => {
      const handler = handlerOf(method)
      if (handler === undefined) return false
      hearing.add(
        defer(() => handler(params, { method })).subscribe({
          error: (error: unknown) => diagnose({ _tag: "HandlerFailed", method, reason: namedThrownText(error) })
        })
      )
      return true
    },
    stop: () => hearing.unsubscribe()
  }
}
