/** What the page of the inspector can ask for: rows of the list, one message, the conversation as of it, the time line. */
import { serializeSession } from "@rxacp/fold"
import type { Api } from "../../server/loopback-server.ts"
import { saveAs } from "../save/save-as.ts"
import type { MarkKind } from "../traffic/entry.ts"
import type { Traffic } from "../traffic/traffic.ts"
import type { Query } from "../traffic/traffic-log.ts"
import { Rows } from "./rows.ts"
import { Timeline } from "./timeline.ts"

/** Rows that one call gives at the most. */
const MOST_ROWS = 500
/** What the page asks for over and over. */
export interface Summary {
  readonly command: string
  readonly first: number
  readonly end: number
  readonly marked: number
  readonly sessions: ReadonlyArray<string>
}

/** The calls of the inspector's page. */
export const inspectApi = (traffic: Traffic, command: string): Api => {
  const { log } = traffic
  const timeline = new Timeline(log)
  const marked = new Rows(log, { marked: true })
  let rows: { readonly key: string; readonly of: Rows } | undefined

  const rowsOf = (query: Query): Rows => {
    const key = JSON.stringify(query)
    if (rows?.key !== key) rows = { key, of: new Rows(log, query) }
    return rows.of
  }

  const summary = (): Summary => ({
    command,
    ...log.range,
    marked: marked.slice(0, 0).total,
    sessions: traffic.sessions
  })

  const answers: Readonly<Record<string, (params: URLSearchParams) => unknown>> = {
    summary,
    rows: (params) => {
      const { places, total } = rowsOf(queryOf(params)).slice(
        number(params, "from"),
        Math.min(number(params, "count"), MOST_ROWS)
      )
      return { total, rows: places.map((place) => log.entry(place)) }
    },
    message: (params) => {
      const place = number(params, "place")
      return { entry: log.entry(place), text: log.text(place) }
    },
    conversation: (params) => {
      const state = log.state(number(params, "place"))
      return state === undefined ? null : serializeSession(state)
    },
    timeline: () => timeline.spans()
  }

  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1")
    const name = /^\/api\/inspect\/(\w+)$/.exec(pathname)?.[1]
    if (name === undefined || request.method !== "GET") return false
    if (name === "save") {
      const { fileName, text } = saveAs(log, searchParams.get("as") === "journal" ? "journal" : "trace")
      response.writeHead(200, {
        "content-type": "application/x-ndjson",
        "content-disposition": `attachment; filename="${fileName}"`
      })
      response.end(text)
      return true
    }
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
    if (answer === undefined) return false
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer(searchParams) ?? null))
    return true
  }
}

const number = (params: URLSearchParams, name: string): number => {
  const value = Number(params.get(name))
  return Number.isInteger(value) && value >= 0 ? value : 0
}

const queryOf = (params: URLSearchParams): Query => {
  const field = (name: string): Readonly<Record<string, string>> => {
    const value = params.get(name)
    return value === null || value === "" ? {} : { [name]: value }
  }
  const marked = params.get("marked")
  return {
    ...field("text"),
    ...field("sessionId"),
    ...field("method"),
    ...field("toolCallId"),
    ...(marked === null || marked === "" ? {} : { marked: marked === "any" ? true : (marked as MarkKind) })
  }
}
