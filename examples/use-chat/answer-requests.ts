// The routes behind `useChat`: send a prompt, answer a request for permission, come back in the middle, stop.

import { approvalAnswers, type SnapshotOfSession, toUIMessages, uiMessageResponse } from "@rxacp/ai-sdk"
import type { PermissionHandler, RequestPermissionOutcome, RpcId, Session } from "@rxacp/core"
import { emptySession, foldSession } from "@rxacp/fold"
import { filter, firstValueFrom, Subject, take } from "rxjs"

/** What `useChat` sends. */
interface ChatRequest {
  readonly messages: ReadonlyArray<{ readonly role: string; readonly parts: ReadonlyArray<{ readonly text?: string }> }>
}

/** Requests for permission that wait for the page. */
export const pagePermissions = () => {
  const answers = new Subject<{ readonly id: RpcId; readonly outcome: RequestPermissionOutcome }>()
  const handler: PermissionHandler = (_, { id }) =>
    new Promise((resolve) => {
      answers
        .pipe(
          filter((answer) => answer.id === id),
          take(1)
        )
        .subscribe(({ outcome }) => resolve(outcome))
    })
  return { handler, answers }
}

/** Answers the requests of one page, for one session. */
export const answerRequests = (session: Session, { answers }: Pick<ReturnType<typeof pagePermissions>, "answers">) => {
  let now: SnapshotOfSession = { state: emptySession(), at: { epoch: 1, n: 0 } }
  session.events.subscribe((event) => {
    now = { state: foldSession(now.state, event), at: event }
  })
  // The turn goes on without its page, so the response reads the events of the session, not those of the prompt.
  const goOn = (from?: SnapshotOfSession): Response =>
    uiMessageResponse(session.events, { endAtPermission: true, ...(from && { from }) })

  const chat = async ({ messages }: ChatRequest): Promise<Response> => {
    const given = approvalAnswers(messages, now.state, now.at.epoch)
    for (const answer of given) {
      const resolved = session.events.pipe(
        filter((event) => event._tag === "PermissionResolved" && event.id === answer.id)
      )
      const done = firstValueFrom(resolved)
      answers.next(answer)
      await done
    }
    if (given.length > 0) return goOn(now)
    const response = goOn()
    const text = messages.at(-1)?.parts.map((part) => part.text ?? "") ?? []
    session.prompt(text.join("")).subscribe({ error: () => {} })
    return response
  }

  return async (request: Request): Promise<Response> => {
    const route = `${request.method} ${new URL(request.url).pathname}`
    if (route === "POST /api/chat") return chat(await request.json())
    if (route === "GET /api/chat") return Response.json(toUIMessages(now.state, now.at.epoch))
    if (/^GET \/api\/chat\/.*\/stream$/.test(route)) return goOn(now)
    if (route !== "POST /api/stop") return new Response("not found", { status: 404 })
    session.cancel()
    return new Response(null, { status: 204 })
  }
}
