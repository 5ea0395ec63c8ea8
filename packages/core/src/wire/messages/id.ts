/** Reads ids: digits that a JavaScript number can't hold, and ids in what is left of a cut line. */
import type { RpcId } from "./message.ts"
import { scalarAt, unquoted } from "./scalar-at.ts"

/** Whether a JSON value can be the id of a message: a string, a number or null (JSON-RPC 2.0 section 4). */
export const isId = (value: unknown): value is string | number | null =>
  typeof value === "string" || value === null || (typeof value === "number" && Number.isFinite(value))

/** The id as it stood on the wire: past 2^53 the digits are read from the text again, so that they can be echoed. */
export const exactId = (parsed: string | number | null, text: string): RpcId => exactAt(parsed, text, ["id"])

/** The same for the id that the params of `$/cancel_request` name. */
export const exactRequestId = (parsed: string | number | null, text: string): RpcId =>
  exactAt(parsed, text, ["params", "requestId"])

const exactAt = (parsed: string | number | null, text: string, path: ReadonlyArray<string>): RpcId => {
  if (!isInexact(parsed)) return parsed
  const token = scalarAt(text, path)
  return token !== undefined && isInteger(token) && Number(token) === parsed ? BigInt(token) : parsed
}

const isInexact = (parsed: string | number | null): boolean =>
  typeof parsed === "number" && Number.isInteger(parsed) && !Number.isSafeInteger(parsed)

/** A finite number has no more digits than this. */
const MOST_DIGITS = 310

const isInteger = (token: string): boolean => token.length <= MOST_DIGITS && /^-?\d+$/.test(token)

/** The id as JSON text, digit for digit. */
export const idText = (id: RpcId): string => (typeof id === "bigint" ? id.toString() : JSON.stringify(id))

/** Characters at each end of a cut line that are looked at. */
const EDGE = 1024

/**
 * The last members of a JSON object and its closing brace, as far back as all of them have scalar values. It can't begin
 * inside a string: from there to the end the quotes are odd in number, and here they come in pairs.
 */
const LAST_MEMBERS = /(?:,\s*"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[-+.\w]+)\s*)+\}\s*$/

/** What is known of a line of which only the two ends are left. */
export const cutLine = (head: string, tail: string): { readonly id?: RpcId; readonly method?: string } => {
  const first = head.slice(0, EDGE)
  const last = `{${LAST_MEMBERS.exec(tail.slice(-EDGE))?.[0].slice(1) ?? ""}`
  const token = scalarAt(first, ["id"]) ?? scalarAt(last, ["id"])
  const method = scalarAt(first, ["method"]) ?? scalarAt(last, ["method"])
  const id = token === undefined ? undefined : parseId(token)
  return {
    ...(id === undefined ? {} : { id }),
    ...(method === undefined ? {} : { method: unquoted(method) ?? method })
  }
}

const parseId = (token: string): RpcId | undefined => {
  try {
    const parsed: unknown = JSON.parse(token)
    return isId(parsed) ? exactId(parsed, `{"id":${token}}`) : undefined
  } catch {
    return undefined
  }
}
