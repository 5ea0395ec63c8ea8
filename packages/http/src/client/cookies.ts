/** Keeps the cookies of one endpoint for as long as its transport lives, as sticky sessions need them (RFD: cookies). */

/** Bounds what a server can make us keep. */
const MAX_COOKIES = 64
const MAX_COOKIE_LENGTH = 4096

/** Cookies by name. In a page the browser keeps them, and this stays empty. */
export class Cookies {
  readonly #values = new Map<string, string>()

  /** Takes the `Set-Cookie` headers of an answer. */
  store(headers: ReadonlyArray<string>): void {
    for (const header of headers) {
      const [pair = "", ...attributes] = header.split(";").map((part) => part.trim())
      const at = pair.indexOf("=")
      if (at <= 0 || pair.length > MAX_COOKIE_LENGTH) continue
      const name = pair.slice(0, at)
      if (attributes.some(expired)) this.#values.delete(name)
      else if (this.#values.has(name) || this.#values.size < MAX_COOKIES) this.#values.set(name, pair.slice(at + 1))
    }
  }

  /** The `Cookie` header, if there is anything to say. */
  get header(): { readonly Cookie?: string } {
    if (this.#values.size === 0) return {}
    return { Cookie: Array.from(this.#values, ([name, value]) => `${name}=${value}`).join("; ") }
  }
}

/** Whether an attribute takes the cookie back. */
const expired = (attribute: string): boolean => {
  const [key = "", value = ""] = attribute.split("=")
  if (/^max-age$/i.test(key)) return Number(value) <= 0
  return /^expires$/i.test(key) && Date.parse(value) <= Date.now()
}
