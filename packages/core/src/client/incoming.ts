/** The agent's requests and notifications, each to the service that answers it. */

import type { ObservableInput } from "rxjs"
import { namedThrownText } from "../internal/thrown-text.ts"
import { callParams, invalidParams } from "../rpc/call-params.ts"
import type { Diagnostic } from "../rpc/diagnostic.ts"
import { extensions } from "../rpc/extensions.ts"
import { decodeParams } from "../schema/codec/decode-method.ts"
import type { AgentRequest, ParamsOf } from "../schema/methods.ts"
import type { Notification, Request } from "../wire/messages/message.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import type { LiveSessions } from "./live-sessions.ts"
import type { ConnectOptions } from "./options.ts"
import type { Answer } from "./services.ts"

/** What incoming calls are answered with. */
export interface IncomingOptions {
  readonly services: Pick<ConnectOptions, "files" | "terminals" | "elicitation" | "handlers">
  readonly sessions: LiveSessions
  readonly diagnose: (diagnostic: Diagnostic) => void
}

type Serve = ((request: Request) => () => ObservableInput<unknown>) | undefined

/** Answers what the agent asks. */
export const createIncoming = ({ services, sessions, diagnose }: IncomingOptions) => {
  const { files, terminals, elicitation } = services
  const extension = extensions(services.handlers, diagnose)

  const params = <M extends AgentRequest>(method: M, request: Request): ParamsOf<M> =>
    callParams(method, request, diagnose)

  const by = <M extends AgentRequest>(method: M, answer: Answer<ParamsOf<M>, unknown> | undefined): Serve =>
    answer === undefined ? undefined : (request) => () => answer(params(method, request), { id: request.id, method })

  const elicit: Answer<ParamsOf<"elicitation/create">, unknown> | undefined =
    elicitation?.form === undefined && elicitation?.url === undefined
      ? undefined
      : (request, context) => {
          const mode = request.mode === "form" ? elicitation.form : request.mode === "url" ? elicitation.url : undefined
          if (mode !== undefined) return mode(request, context)
          throw invalidParams(context.method, "mode: not offered", ["mode"])
        }

  const served: Readonly<Record<AgentRequest, Serve>> = {
    "session/request_permission": (request) => () => {
      const { id, seq } = request
      const asked = params("session/request_permission", request)
      return sessions.named(asked.sessionId).permission(id, asked, seq)
    },
    "fs/read_text_file": by("fs/read_text_file", files?.readTextFile),
    "fs/write_text_file": by("fs/write_text_file", files?.writeTextFile),
    "terminal/create": by("terminal/create", terminals?.create),
    "terminal/output": by("terminal/output", terminals?.output),
    "terminal/wait_for_exit": by("terminal/wait_for_exit", terminals?.waitForExit),
    "terminal/kill": by("terminal/kill", terminals?.kill),
    "terminal/release": by("terminal/release", terminals?.release),
    "elicitation/create": by("elicitation/create", elicit)
  }

  const completed = ({ params: raw, seq, method }: Notification): boolean => {
    if (elicitation?.complete === undefined) return false
    const decoded = decodeParams("elicitation/complete", raw)
    if (decoded._tag === "Failure") diagnose({ _tag: "InvalidParams", seq, method, reason: decoded.failure.reason })
    else {
      try {
        elicitation.complete(decoded.success.value)
      } catch (error) {
        diagnose({ _tag: "HandlerFailed", method, reason: namedThrownText(error) })
      }
    }
    return true
  }

  return {
    /** The answer to a request, or undefined for a method that nobody offers. */
    serve: (request: Request): (() => ObservableInput<unknown>) | undefined => {
      const { method } = request
      return Object.hasOwn(served, method) ? served[method as AgentRequest]?.(request) : extension.serve(request)
    },
    /** Takes a notification; false when nobody knows it. */
    notified: (notification: Notification, update: UpdateEvent | undefined): boolean => {
      if (update !== undefined) {
        const { sessionId } = update
        if (sessionId !== undefined) sessions.named(sessionId).update(update, notification.line.bytes)
        else if (update._tag === "InvalidUpdate") {
          diagnose({ _tag: "InvalidParams", seq: update.seq, method: notification.method, reason: update.reason })
        }
        return true
      }
      if (notification.method === "elicitation/complete") return completed(notification)
      return extension.notified(notification)
    },
    /** The connection is over. */
    stop: extension.stop
  }
}
