/** What the schema of ACP v1 says about the content of a message. */
import {
  decodeParams,
  decodeResult,
  decodeSessionUpdate,
  isMethod,
  type Method,
  methods,
  unknownFields
} from "@rxacp/core"
import type { Mark, Side } from "./entry.ts"

const at = (path: ReadonlyArray<string | number>): string => (path.length === 0 ? "the top" : path.join("."))

const malformed = (path: ReadonlyArray<string | number>, reason: string): Mark => ({
  kind: "malformed",
  detail: `${at(path)}: ${reason}`
})

interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly kind: string
}

const lenient = (issues: ReadonlyArray<Issue> = []): ReadonlyArray<Mark> =>
  issues.map(({ path, kind }) => ({ kind: "lenient", detail: `${at(path)}: ${kind}` }))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const unknown = (method: Method, part: "params" | "result", value: unknown): ReadonlyArray<Mark> =>
  unknownFields(method, part, value).map((path) => ({ kind: "unknownField", detail: at(path) }))

/** The remarks on an update: the object under `params.update` of a `session/update`. */
const updateVerdict = (params: unknown): ReadonlyArray<Mark> => {
  if (!isObject(params) || typeof params.sessionId !== "string") return [malformed(["sessionId"], "not a string")]
  const decoded = decodeSessionUpdate(params.update)
  if (decoded._tag === "Failure") return [malformed(["update", ...decoded.failure.path], decoded.failure.reason)]
  const { success } = decoded
  if (success._tag === "UnknownUpdate") {
    return success.sessionUpdate.startsWith("_")
      ? []
      : [{ kind: "unknownUpdate", detail: `"${success.sessionUpdate}" is not an update of ACP v1` }]
  }
  return lenient(success.issues)
}

/** The remarks on the params of a request or notification that `side` wrote. */
export const callVerdict = (
  side: Side,
  kind: "request" | "notification",
  method: string,
  params: unknown
): ReadonlyArray<Mark> => {
  if (!isMethod(method)) {
    const known = method.startsWith("_")
    return known ? [] : [{ kind: "unknownMethod", detail: `"${method}" is not a method of ACP v1` }]
  }
  const { direction, kind: expected } = methods[method]
  const marks: Array<Mark> = []
  if (direction !== "both" && !direction.startsWith(`${side}->`)) {
    marks.push({ kind: "order", detail: `${method} is not for the ${side} to call` })
  }
  if (kind !== expected) marks.push({ kind: "malformed", detail: `${method} must be a ${expected}, this is a ${kind}` })
  if (method === "session/update") marks.push(...updateVerdict(params))
  else {
    const decoded = decodeParams(method, params)
    if (decoded._tag === "Failure") marks.push(malformed(decoded.failure.path, decoded.failure.reason))
    else marks.push(...lenient(decoded.success.issues))
  }
  return [...marks, ...unknown(method, "params", params)]
}

/** The remarks on the result of a call of `method`. */
export const resultVerdict = (method: string, result: unknown): ReadonlyArray<Mark> => {
  if (!isMethod(method) || methods[method].kind === "notification") return []
  const decoded = decodeResult(method as Parameters<typeof decodeResult>[0], result)
  const marks =
    decoded._tag === "Failure"
      ? [malformed(decoded.failure.path, decoded.failure.reason)]
      : lenient(decoded.success.issues)
  return [...marks, ...unknown(method, "result", result)]
}
