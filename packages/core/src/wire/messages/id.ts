/** Finds ids in the text of a line: digits that a JavaScript number can't hold, and ids in what is left of a cut line. */
import type { MessageId } from "./message.ts"

/** Whether a JSON value can be the id of a message: a string, a number or null (JSON-RPC 2.0 section 4). */
export const isId = (value: unknown): value is string | number | null =>
  typeof value === "string" || value === null || (typeof value === "number" && Number.isFinite(value))

/** The id as it stood on the wire: past 2^53 the digits are read from the text again, so that they can be echoed. */
export const exactId = (parsed: string | number | null, text: string): MessageId => {
  if (!isInexact(parsed)) return parsed
  const token = topLevelMembers(text).get("id")
  return token !== undefined && /^-?\d+$/.test(token) ? BigInt(token) : parsed
}

/** The same for the id that the params of `$/cancel_request` name. */
export const exactRequestId = (parsed: string | number | null, text: string): MessageId => {
  const digits = isInexact(parsed) ? /"requestId"\s*:\s*(-?\d+)/.exec(text)?.[1] : undefined
  return digits !== undefined && Number(digits) === parsed ? BigInt(digits) : parsed
}

const isInexact = (parsed: string | number | null): boolean =>
  typeof parsed === "number" && Number.isInteger(parsed) && !Number.isSafeInteger(parsed)

/** The id as JSON text, digit for digit. */
export const idText = (id: MessageId): string => (typeof id === "bigint" ? id.toString() : JSON.stringify(id))

const STRING = /"(?:[^"\\]|\\.)*"/y
const SCALAR = /[^\s,:{}[\]"]+/y

/**
 * The top-level members of a JSON object whose values are scalars, with the values as they stand in the text. Works on the
 * beginning of a cut line as well: it stops where the text stops.
 */
export const topLevelMembers = (text: string): Map<string, string> => {
  const members = new Map<string, string>()
  let depth = 0
  let key: string | undefined
  let name: string | undefined
  for (let i = 0; i < text.length; ) {
    const token = match(STRING, text, i) ?? match(SCALAR, text, i)
    if (token !== undefined) {
      // A scalar that the text ends with may have been cut.
      if (i + token.length === text.length && !token.startsWith('"')) break
      if (depth === 1 && key !== undefined) members.set(key, token)
      if (depth === 1) name = token
      i += token.length
      continue
    }
    const char = text[i++]
    if (char === '"') break
    if (char === "{" || char === "[") depth++
    else if ((char === "}" || char === "]") && --depth === 0) break
    else if (depth === 1 && char === ":" && name !== undefined) key = unquote(name)
    else if (depth === 1 && char === ",") key = undefined
  }
  return members
}

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const unquote = (token: string): string | undefined => {
  try {
    return String(JSON.parse(token))
  } catch {
    return undefined
  }
}

/**
 * The last members of a JSON object and its closing brace, as far back as all of them have scalar values. It can't begin
 * inside a string: from there to the end the quotes are odd in number, and here they come in pairs.
 */
const LAST_MEMBERS = /(?:,\s*"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[-+.\w]+)\s*)+\}\s*$/

/** What can be told of a line of which only the two ends are left. */
export const cutLine = (head: string, tail: string): { readonly id?: MessageId; readonly method?: string } => {
  const first = topLevelMembers(head)
  const last = topLevelMembers(`{${LAST_MEMBERS.exec(tail)?.[0].slice(1) ?? ""}`)
  const token = first.get("id") ?? last.get("id")
  const method = first.get("method") ?? last.get("method")
  const id = token === undefined ? undefined : parseId(token)
  return {
    ...(id === undefined ? {} : { id }),
    ...(method === undefined ? {} : { method: unquote(method) ?? method })
  }
}

const parseId = (token: string): MessageId | undefined => {
  try {
    const parsed: unknown = JSON.parse(token)
    return isId(parsed) ? exactId(parsed, `{"id":${token}}`) : undefined
  } catch {
    return undefined
  }
}
