/** The page's calls to its server. The token goes in a header, so no other page and no link can make them. */
import type { AgentInfo, WireId } from "../src/web/wire.ts"

/** The server refused a call, or did not do it. */
export class CallFailed extends Error {
  readonly status: number
  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
  }
}

/** What the server can be asked for. Rejects with `CallFailed`, or with a `TypeError` when it is not reached. */
export interface ServerCalls {
  readonly headers: Readonly<Record<string, string>>
  info(): Promise<AgentInfo>
  open(sessionId?: string): Promise<{ readonly sessionId: string }>
  prompt(sessionId: string, text: string): Promise<unknown>
  cancel(sessionId: string): Promise<unknown>
  answer(sessionId: string, id: WireId, optionId: string): Promise<unknown>
}

/** The path of the calls for one session. */
export const sessionPath = (sessionId: string): string => `/api/sessions/${encodeURIComponent(sessionId)}`

/** The calls that a token allows. */
export const serverCalls = (token: string): ServerCalls => {
  const headers = { authorization: `Bearer ${token}` }

  const call = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const post = { method: "POST", body: JSON.stringify(body) }
    const json = { ...headers, "content-type": "application/json" }
    const response = await fetch(path, body === undefined ? { headers } : { ...post, headers: json })
    if (response.ok) return response.json()
    const text = await response.text()
    throw new CallFailed(response.status, reasonIn(text))
  }

  return {
    headers,
    info: () => call("/api/sessions"),
    open: (sessionId) => call("/api/sessions", sessionId === undefined ? {} : { sessionId }),
    prompt: (sessionId, text) => call(`${sessionPath(sessionId)}/prompt`, { text }),
    cancel: (sessionId) => call(`${sessionPath(sessionId)}/cancel`, {}),
    answer: (sessionId, id, optionId) => call(`${sessionPath(sessionId)}/permission`, { id, optionId })
  }
}

const reasonIn = (text: string): string => {
  try {
    const { message, reason } = JSON.parse(text)
    return String(message ?? reason ?? text)
  } catch {
    return text
  }
}
