/** Reads the body of a request up to a limit. */

/** The text, or undefined when it is larger than `limit` bytes. Rejects when the client leaves. */
export const readBody = async (request: Request, limit: number): Promise<string | undefined> => {
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) return undefined
  if (request.body === null) return ""
  const decoder = new TextDecoder()
  const parts: Array<string> = []
  let bytes = 0
  const reader = request.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length
    if (bytes > limit) {
      void reader.cancel().catch(() => {})
      return undefined
    }
    parts.push(decoder.decode(part.value, { stream: true }))
  }
  return parts.join("") + decoder.decode()
}
