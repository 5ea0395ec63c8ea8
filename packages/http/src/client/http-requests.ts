/** The requests of streamable HTTP, with the headers that every one has (RFD: Identity Model). */
import { CONNECTION_ID, EVENT_STREAM, JSON_TYPE } from "../wire/names.ts"
import { Cookies } from "./cookies.ts"

/** Where requests go, and with what. */
export interface HttpEndpoint {
  readonly url: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch: typeof fetch
}

/** Bytes of an error's body that are kept. */
const MAX_ERROR_BYTES = 4096

export class HttpRequests {
  readonly #endpoint: HttpEndpoint
  readonly #cookies = new Cookies()
  readonly #aborts = new AbortController()
  /** Of the connection, once there is one. */
  connectionId: string | undefined

  constructor(endpoint: HttpEndpoint) {
    this.#endpoint = endpoint
  }

  post(body: string, headers: Readonly<Record<string, string>> = {}, url?: string): Promise<Response> {
    return this.#send("POST", { "Content-Type": JSON_TYPE, ...headers }, { body, signal: this.#aborts.signal }, url)
  }

  openStream(headers: Readonly<Record<string, string>>): Promise<Response> {
    return this.#send("GET", { Accept: EVENT_STREAM, ...headers }, { signal: this.#aborts.signal })
  }

  /** Says goodbye, waiting for `ms` at most. Never rejects. */
  async goodbye(ms: number): Promise<void> {
    if (this.connectionId === undefined) return
    await this.#send("DELETE", {}, { signal: AbortSignal.timeout(ms) }).then(discard, () => {})
  }

  /** Ends every request that is under way. */
  abort(): void {
    this.#aborts.abort()
  }

  async #send(method: string, headers: Record<string, string>, init: RequestInit, url?: string): Promise<Response> {
    const { token, headers: own, fetch } = this.#endpoint
    const response = await fetch(url ?? this.#endpoint.url, {
      ...init,
      method,
      credentials: "include",
      headers: {
        ...own,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...this.#cookies.header,
        ...(this.connectionId === undefined ? {} : { [CONNECTION_ID]: this.connectionId }),
        ...headers
      }
    })
    this.#cookies.store(response.headers.getSetCookie())
    return response
  }
}

/** Lets go of a body that says nothing. */
export const discard = ({ body }: Response): void => {
  body?.cancel().catch(() => {})
}

/** The beginning of a body, as text. */
export const errorText = async ({ body }: Response): Promise<string> => {
  if (body === null) return ""
  const decoder = new TextDecoder()
  let text = ""
  const reader = body.getReader()
  try {
    while (text.length < MAX_ERROR_BYTES) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value.subarray(0, MAX_ERROR_BYTES), { stream: true })
    }
  } catch {
    // What has come is said.
  }
  reader.cancel().catch(() => {})
  return text.trim()
}

/** The whole body up to `limit` characters, or undefined when there is more. */
export const boundedText = async ({ body }: Response, limit: number): Promise<string | undefined> => {
  if (body === null) return ""
  const decoder = new TextDecoder()
  const parts: Array<string> = []
  let size = 0
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > limit) {
      reader.cancel().catch(() => {})
      return undefined
    }
    parts.push(decoder.decode(part.value, { stream: true }))
  }
  return parts.join("") + decoder.decode()
}
