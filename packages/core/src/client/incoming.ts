/** The agent's requests and notifications, each to the service that answers it. */

import { from, map, type ObservableInput, take } from "rxjs"
import { namedThrownText } from "../internal/thrown-text.ts"
import { callParams, invalidParams } from "../rpc/call-params.ts"
import type { Diagnostic } from "../rpc/diagnostic.ts"
import { extensions } from "../rpc/extensions.ts"
import { decodeParams } from "../schema/codec/decode-method.ts"
import type { ElicitationSchema } from "../schema/index.ts"
import { isJsonObject } from "../schema/json-object.ts"
import type { AgentRequest, ParamsOf } from "../schema/methods.ts"
import type { Notification, Request } from "../wire/messages/message.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import { checkedResult } from "./checked-result.ts"
import { formAnswer } from "./form-answer.ts"
import type { LiveSessions } from "./live-sessions.ts"
import type { ConnectOptions } from "./options.ts"
import type { Answer } from "./services.ts"

/** What incoming calls are answered with. */
export interface IncomingOptions {
  readonly services: Pick<ConnectOptions, "files" | "terminals" | "elicitation" | "handlers">
  readonly sessions: LiveSessions
  readonly diagnose: (diagnostic: Diagnostic) => void
  /** Reads updates of the unstable protocol, as far as they were asked for. */
  readonly unstable: (update: UpdateEvent) => UpdateEvent
}

type Serve = ((request: Request) => () => ObservableInput<unknown>) | undefined

/** Answers what the agent asks. */
export const createIncoming = ({ services, sessions, diagnose, unstable }: IncomingOptions) => {
  const { files, terminals, elicitation } = services
  const extension = extensions(services.handlers, diagnose)

  const params = <M extends AgentRequest>(method: M, request: Request): ParamsOf<M> =>
    callParams(method, request, diagnose)

  const by = <M extends AgentRequest>(method: M, answer: Answer<ParamsOf<M>, unknown> | undefined): Serve =>
    answer === undefined
      ? undefined
      : (request) => () => {
          const asked = params(method, request)
          return during(request, asked, "work", () =>
            from(answer(asked, { id: request.id, method })).pipe(
              take(1),
              map((result) => checkedResult(method, result))
            )
          )
        }

  /** Answers a request; when it names a session, the agent waits for us in that session. */
  const during = <T>(
    request: Request,
    asked: unknown,
    kind: "form" | "work",
    answer: () => ObservableInput<T>,
    withdrawn?: T
  ): ObservableInput<T> => {
    const sessionId = isJsonObject(asked) && typeof asked.sessionId === "string" ? asked.sessionId : undefined
    const session = sessionId === undefined ? undefined : sessions.known(sessionId)
    return session === undefined ? answer() : session.request(request, kind, answer, withdrawn)
  }

  const elicit: Answer<ParamsOf<"elicitation/create">, unknown> | undefined =
    elicitation?.form === undefined && elicitation?.url === undefined
      ? undefined
      : (request, context) => {
          const mode = request.mode === "form" ? elicitation.form : request.mode === "url" ? elicitation.url : undefined
          const form = request.mode === "form" && "requestedSchema" in request ? request.requestedSchema : {}
          if (mode !== undefined) {
            return from(mode(request, context)).pipe(
              take(1),
              map((answer) => formAnswer(form as ElicitationSchema, checkedResult("elicitation/create", answer)))
            )
          }
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
    "elicitation/create":
      elicit &&
      ((request) => () => {
        const method = "elicitation/create"
        const asked = params(method, request)
        return during(request, asked, "form", () => elicit(asked, { id: request.id, method }), { action: "cancel" })
      })
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
    /** The answer to a request, or undefined for a method without a handler. */
    serve: (request: Request): (() => ObservableInput<unknown>) | undefined => {
      const { method } = request
      if (Object.hasOwn(served, method)) return served[method as AgentRequest]?.(request)
      const answer = extension.serve(request)
      return answer && (() => during(request, request.params, "work", answer))
    },
    /** Takes a notification; false when it is unknown. */
    notified: (notification: Notification, read: UpdateEvent | undefined): boolean => {
      const update = read && unstable(read)
      if (update !== undefined) {
        const { sessionId } = update
        if (sessionId !== undefined) sessions.named(sessionId).update(update, notification.line)
        else if (update._tag === "InvalidUpdate") {
          diagnose({ _tag: "InvalidParams", seq: update.seq, method: notification.method, reason: update.reason })
        }
        return true
      }
      const { params } = notification
      if (isJsonObject(params) && typeof params.sessionId === "string") sessions.known(params.sessionId)?.active()
      if (notification.method === "elicitation/complete") return completed(notification)
      return extension.notified(notification)
    },
    /** The connection is over. */
    stop: extension.stop
  }
}
