/** What a page can ask the server for, beside the page itself. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { json } from "node:stream/consumers"
import { isFailure, type Session } from "@rxacp/core"
import type { WebAgent } from "./agent.ts"
import { streamEvents } from "./event-stream.ts"
import { placeOf } from "./wire.ts"

/** The body of a request; who sends it is trusted, what is in it is not. */
type Body = Readonly<Record<string, unknown>>

const MAX_BODY = 1024 * 1024

/** Answers `/api/sessions` and what is below it; false for a path it does not know. */
export const api =
  (agent: WebAgent) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (!/^\/api\/sessions(\/|$)/.test(request.url ?? "")) return false
    const [, , , id, action] = (request.url ?? "").split("/").map(decodeURIComponent)
    const reply = (status: number, value: unknown = {}): true => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))
      return true
    }
    const route = `${request.method} ${id === undefined ? "" : "session/"}${action ?? ""}`
    const live = id === undefined ? undefined : agent.session(id)
    if (id !== undefined && live === undefined) return reply(404, { reason: "no such session" })
    if (route === "GET ") return reply(200, { name: agent.name, sessions: await agent.sessions() })
    if (route === "GET session/events" && live !== undefined) {
      streamEvents(response, live, placeOf(header(request, "last-event-id")))
      return true
    }
    if (request.method !== "POST") return false
    const body = await readBody(request)
    if (body === undefined) return reply(400, { reason: "no JSON of a proper size" })
    try {
      if (route === "POST ") return reply(200, { sessionId: (await agent.open(field(body, "sessionId"))).session.id })
      if (live === undefined) return false
      switch (action) {
        case "prompt":
          await started(live.session, field(body, "text") ?? "")
          return reply(202)
        case "cancel":
          live.session.cancel()
          return reply(202)
        case "permission":
          return agent.permissions.answer(live, body.id, field(body, "optionId") ?? "") ? reply(202) : reply(409)
        default:
          return false
      }
    } catch (error) {
      return reply(409, isFailure(error) ? error : { reason: String(error) })
    }
  }

/** A field of a body that is text; undefined when it is anything else. */
const field = (body: Body, name: string): string | undefined => {
  const value = body[name]
  return typeof value === "string" ? value : undefined
}

const header = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === "string" ? value : undefined
}

/** The body of a request that says it is JSON; undefined for anything else, and for one that is too large. */
const readBody = async (request: IncomingMessage): Promise<Body | undefined> => {
  const length = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY)
  if (request.headers["content-type"] !== "application/json" || !(length <= MAX_BODY)) return undefined
  const body: unknown = await json(request).catch(() => undefined)
  return typeof body === "object" && body !== null ? { ...body } : undefined
}

/** Sends a prompt and waits for the start of its turn, which then runs on whether or not a page is open. */
const started = (session: Session, text: string): Promise<unknown> =>
  // An edge: `firstValueFrom` would unsubscribe after the first event, and that cancels the turn.
  new Promise((resolve, reject) => {
    session.prompt(text).subscribe({ next: resolve, error: reject })
  })
