/**
 * The dialect of agents from before ACP settled: a version that is a text, `serverInfo` and flat `capabilities` in the
 * handshake, diffs as one unified text, plan entries without priority, an `end_turn` notification in place of the answer
 * to a prompt, requests sent as notifications, frames without `jsonrpc`, diffs without a path.
 */
import { isJsonObject, type JsonObject } from "../../schema/json-object.ts"
import type { Dialect, Translation } from "./dialect.ts"
import { closed, isAnswer, isCall, noCalls, type OpenCalls, objectAt, opened } from "./open-calls.ts"
import { pathOfDiff, textsOfDiff } from "./unified-diff.ts"

/** What the translation has to remember. */
export interface LegacyState {
  /** Our handshake and prompts that are open. */
  readonly called: OpenCalls
  /** Requests that came as notifications and wait for an answer, by the id that was made up for them. */
  readonly asked: OpenCalls
  readonly count: number
}

/** Agents that speak as ACP's forerunners did. */
export const legacy: Dialect<LegacyState> = {
  initial: { called: noCalls, asked: noCalls, count: 0 },
  incoming: (said, state) => {
    const message: JsonObject = said.jsonrpc === undefined ? { ...said, jsonrpc: "2.0" } : said
    if (isAnswer(message)) return answered(message, state)
    if (message.id !== undefined) return { messages: [message], state }
    if (WANT_ANSWERS.has(message.method)) return asked(message, state)
    if (isEndOfTurn(message)) return endOfTurn(message, state)
    return { messages: [message.method === "session/update" ? plainUpdate(message) : message], state }
  },
  outgoing: (message, state) => {
    if (isCall(message) && (message.method === "initialize" || message.method === "session/prompt")) {
      return { messages: [message], state: { ...state, called: opened(state.called, message) } }
    }
    const request = isAnswer(message) ? state.asked.get(message.id) : undefined
    if (request === undefined) return { messages: [message], state }
    return request.method === PERMISSION ? permissionAnswer(message, request, state) : answer(message, request, state)
  }
}

const answered = (message: JsonObject, state: LegacyState): Translation<LegacyState> => {
  const call = state.called.get(message.id)
  if (call === undefined) return { messages: [message], state }
  const known = { ...state, called: closed(state.called, message.id) }
  const handshake = call.method === "initialize" && isJsonObject(message.result)
  return { messages: [handshake ? { ...message, result: plainHandshake(message.result) } : message], state: known }
}

const plainHandshake = (result: unknown): JsonObject => {
  const { serverInfo, capabilities, ...rest } = isJsonObject(result) ? result : {}
  return {
    ...rest,
    protocolVersion: typeof rest.protocolVersion === "string" ? 1 : rest.protocolVersion,
    ...(serverInfo === undefined ? {} : { agentInfo: serverInfo }),
    ...(isJsonObject(capabilities) ? { agentCapabilities: nested(capabilities) } : {})
  }
}

const GROUPS = {
  promptCapabilities: ["image", "audio", "embeddedContext"],
  mcpCapabilities: ["http", "sse"],
  sessionCapabilities: ["list", "resume", "close", "delete"]
} as const

/** Flat flags in the groups where ACP has them; a session's are objects there. */
const nested = (flat: JsonObject): JsonObject => ({
  ...flat,
  ...Object.fromEntries(
    Object.entries(GROUPS).map(([group, flags]) => [
      group,
      {
        ...objectAt(flat, group),
        ...Object.fromEntries(
          flags.filter((flag) => flat[flag] === true).map((flag) => [flag, group === "sessionCapabilities" ? {} : true])
        )
      }
    ])
  )
})

const isEndOfTurn = ({ method, params }: JsonObject): boolean =>
  method === "end_turn" ||
  method === "session/end_turn" ||
  (method === "session/update" && objectAt(params, "update").sessionUpdate === "end_turn")

/** The answer to the open prompt of the session, or of the only one; without one the notification stays what it is. */
const endOfTurn = (message: JsonObject, state: LegacyState): Translation<LegacyState> => {
  const params = objectAt(message, "params")
  const prompts = [...state.called.values()].filter(({ method }) => method === "session/prompt")
  const prompt =
    params.sessionId === undefined
      ? prompts[0]
      : prompts.find((call) => objectAt(call, "params").sessionId === params.sessionId)
  if (prompt === undefined) return { messages: [message], state }
  const said = params.stopReason ?? objectAt(params, "update").stopReason
  const result = { stopReason: typeof said === "string" ? said : "end_turn" }
  return {
    messages: [{ jsonrpc: "2.0", id: prompt.id, result }],
    state: { ...state, called: closed(state.called, prompt.id) }
  }
}

const PERMISSION = "session/request_permission"

/** What is a request in ACP, also where it comes as a notification. */
const WANT_ANSWERS: ReadonlySet<unknown> = new Set([
  PERMISSION,
  "fs/read_text_file",
  "fs/write_text_file",
  "terminal/create",
  "terminal/output",
  "terminal/wait_for_exit",
  "terminal/kill",
  "terminal/release"
])

/** A request under an id made here. */
const asked = (message: JsonObject, state: LegacyState): Translation<LegacyState> => {
  const kind = message.method === PERMISSION ? "permission" : "request"
  const id = `legacy-${kind}-${state.count}`
  const request = { ...message, id }
  return { messages: [request], state: { ...state, asked: opened(state.asked, request), count: state.count + 1 } }
}

/** The answer as a notification named for its request; what named the request in its params is repeated. */
const answer = (message: JsonObject, request: JsonObject, state: LegacyState): Translation<LegacyState> => {
  const { sessionId, requestId } = objectAt(request, "params")
  const outcome = message.error === undefined ? { result: message.result } : { error: message.error }
  const named = { sessionId, ...(requestId === undefined ? {} : { requestId }), ...outcome }
  return {
    messages: [{ jsonrpc: "2.0", method: `${request.method}_response`, params: named }],
    state: { ...state, asked: closed(state.asked, message.id) }
  }
}

/** The answer as a notification that says what it answers; an error counts as cancelled. */
const permissionAnswer = (message: JsonObject, request: JsonObject, state: LegacyState): Translation<LegacyState> => {
  const params = objectAt(request, "params")
  const { sessionId, requestId } = params
  const { toolCallId } = objectAt(params, "toolCall")
  const { outcome = { outcome: "cancelled" } } = objectAt(message, "result")
  const answer = {
    jsonrpc: "2.0",
    method: "session/permission_response",
    params: { sessionId, toolCallId, ...(requestId === undefined ? {} : { requestId }), outcome }
  }
  return { messages: [answer], state: { ...state, asked: closed(state.asked, message.id) } }
}

const plainUpdate = (message: JsonObject): JsonObject => {
  const params = objectAt(message, "params")
  const update = objectAt(params, "update")
  const plain = withPriorities(withTexts(update))
  return plain === update ? message : { ...message, params: { ...params, update: plain } }
}

const withPriorities = (update: JsonObject): JsonObject => {
  if (update.sessionUpdate !== "plan" || !Array.isArray(update.entries)) return update
  if (
    update.entries.every((entry) => isJsonObject(entry) && entry.priority !== undefined && entry.status !== undefined)
  ) {
    return update
  }
  const entries = update.entries.map((entry: unknown) =>
    isJsonObject(entry) ? { priority: "medium", status: "pending", ...entry } : entry
  )
  return { ...update, entries }
}

const withTexts = (update: JsonObject): JsonObject => {
  const { content } = update
  if (!Array.isArray(content) || !content.some(isUnifiedDiff)) return update
  return {
    ...update,
    content: content.map((item: unknown) => {
      if (!isUnifiedDiff(item)) return item
      const { diff, ...rest } = item
      return { path: pathOfDiff(diff) ?? locationOf(update), ...rest, ...textsOfDiff(diff) }
    })
  }
}

/** Where the call says it works, for a diff that names no file itself. */
const locationOf = ({ locations }: JsonObject): unknown => {
  const first: unknown = Array.isArray(locations) ? locations[0] : undefined
  return isJsonObject(first) ? first.path : undefined
}

const isUnifiedDiff = (item: unknown): item is JsonObject & { readonly diff: string } =>
  isJsonObject(item) && item.type === "diff" && item.newText === undefined && typeof item.diff === "string"
