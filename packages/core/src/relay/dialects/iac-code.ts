/**
 * The dialect of iac-code as its protocol page had it: updates distinguished by `type`, with bare texts and snake_case
 * fields; permission answers of its own; two methods under other names; errors whose data says which field was wrong.
 * `session/fork` and `models` are those of the unstable protocol, so `session.unstable` has them.
 */

import type { ToolKind } from "../../schema/index.ts"
import { isJsonObject, type JsonObject } from "../../schema/json-object.ts"
import { isMessageChunk } from "../../schema/message-chunk.ts"
import { RpcErrorCode } from "../../wire/messages/error-codes.ts"
import type { Dialect, Translation } from "./dialect.ts"
import { closed, isAnswer, isCall, noCalls, type OpenCalls, objectAt, opened, renamed } from "./open-calls.ts"

/** What the translation has to remember. */
export interface IacCodeState {
  /** Permission requests that are open. */
  readonly asked: OpenCalls
  /** Our handshake, and new and loaded sessions, that are open. */
  readonly called: OpenCalls
}

/** Agents that speak as iac-code does. */
export const iacCode: Dialect<IacCodeState> = {
  initial: { asked: noCalls, called: noCalls },
  incoming: (message, state) => {
    if (message.method === "session/update") return { messages: [plainUpdate(message)], state }
    if (message.method === "session/request_permission" && isCall(message)) {
      return { messages: [plainPermission(message)], state: { ...state, asked: opened(state.asked, message) } }
    }
    if (isAnswer(message) && state.called.has(message.id)) return answered(message, state)
    if (isAnswer(message) && isJsonObject(message.error)) return { messages: [named(message, message.error)], state }
    return { messages: [message], state }
  },
  outgoing: (message, state) => {
    const method = OTHER_NAMES.get(message.method)
    if (isCall(message) && OFFERS.has(message.method)) {
      return { messages: [message], state: { ...state, called: opened(state.called, message) } }
    }
    if (method !== undefined) return { messages: [{ ...message, method }], state }
    const request = isAnswer(message) ? state.asked.get(message.id) : undefined
    return request === undefined ? { messages: [message], state } : answer(message, request, state)
  }
}

/** The calls whose answers say what else can be called. */
const OFFERS: ReadonlySet<unknown> = new Set(["initialize", "session/new", "session/load"])

/** The answer, with what the agent has and does not list: fork, resume, list and load of sessions, and options of its own. */
const answered = (message: JsonObject, state: IacCodeState): Translation<IacCodeState> => {
  const call = state.called.get(message.id)
  const known = { ...state, called: closed(state.called, message.id) }
  if (isJsonObject(message.error)) return { messages: [named(message, message.error)], state: known }
  if (message.error !== undefined) return { messages: [message], state: known }
  const result = objectAt(message, "result")
  const offered = call?.method === "initialize" ? withCapabilities(result) : { configOptions: [], ...result }
  return { messages: [{ ...message, result: offered }], state: known }
}

const withCapabilities = (result: JsonObject): JsonObject => {
  const capabilities = objectAt(result, "agentCapabilities")
  const sessions = { resume: {}, list: {}, fork: {}, ...objectAt(capabilities, "sessionCapabilities") }
  return { ...result, agentCapabilities: { loadSession: true, ...capabilities, sessionCapabilities: sessions } }
}

const ERROR_NAMES: ReadonlyMap<unknown, string> = new Map([
  [RpcErrorCode.ParseError, "Parse error"],
  [RpcErrorCode.InvalidRequest, "Invalid request"],
  [RpcErrorCode.MethodNotFound, "Method not found"],
  [RpcErrorCode.InvalidParams, "Invalid params"],
  [RpcErrorCode.InternalError, "Internal error"]
])

/** The error with the name of its code where it has no message, and with what its data says of each field. */
const named = (message: JsonObject, error: JsonObject): JsonObject => {
  const said = typeof error.message === "string" && error.message !== "" ? error.message : undefined
  const name = said ?? ERROR_NAMES.get(error.code) ?? "Error"
  const fields = Object.entries(isJsonObject(error.data) ? error.data : {}).flatMap(([field, reason]) =>
    typeof reason === "string" ? [`${field}: ${reason}`] : []
  )
  if (said !== undefined && fields.length === 0) return message
  return { ...message, error: { ...error, message: fields.length === 0 ? name : `${name}: ${fields.join(", ")}` } }
}

const OTHER_NAMES: ReadonlyMap<unknown, string> = new Map([
  ["session/list", "sessions/list"],
  ["session/set_config_option", "config/set"]
])

const TOOL_UPDATES: ReadonlyMap<unknown, "tool_call" | "tool_call_update"> = new Map([
  ["tool_call", "tool_call"],
  ["tool_call_start", "tool_call"],
  ["tool_start", "tool_call"],
  ["tool_call_update", "tool_call_update"],
  ["tool_call_progress", "tool_call_update"],
  ["tool_progress", "tool_call_update"]
])

/** The update as ACP has it; one that says `sessionUpdate`, or that is unknown, as it is. */
const plainUpdate = (message: JsonObject): JsonObject => {
  const params = objectAt(message, "params")
  const update = objectAt(params, "update")
  const { type } = update
  if (update.sessionUpdate !== undefined || typeof type !== "string") return message
  return { ...message, params: { ...params, update: translated(type, update) } }
}

const translated = (type: string, update: JsonObject): JsonObject => {
  const { type: _, ...rest } = update
  if (isMessageChunk(type)) {
    const { text, ...others } = rest
    return typeof text === "string"
      ? { sessionUpdate: type, ...others, content: { type: "text", text } }
      : { sessionUpdate: type, ...rest }
  }
  const sessionUpdate = TOOL_UPDATES.get(type)
  return sessionUpdate === undefined
    ? { sessionUpdate: type, ...rest }
    : { sessionUpdate, ...toolCall(rest, sessionUpdate) }
}

const TOOL_FIELDS = {
  tool_call_id: "toolCallId",
  raw_input: "rawInput",
  raw_output: "rawOutput",
  tool_name: "name"
} as const

/** The kinds of the agent's tools, by name. */
const KINDS: ReadonlyMap<unknown, ToolKind> = new Map<string, ToolKind>([
  ["read_file", "read"],
  ["list_files", "read"],
  ["glob", "search"],
  ["grep", "search"],
  ["write_file", "edit"],
  ["edit_file", "edit"],
  ["bash", "execute"],
  ["agent", "execute"],
  ["web_fetch", "fetch"]
])

const toolCall = (call: JsonObject, as: "tool_call" | "tool_call_update"): JsonObject => {
  const others = Object.fromEntries(Object.entries(call).filter(([key]) => !Object.hasOwn(TOOL_FIELDS, key)))
  const plain: JsonObject = { ...others, ...renamed(call, TOOL_FIELDS) }
  const kind = KINDS.get(plain.name ?? plain.title)
  return {
    ...plain,
    ...(as === "tool_call" && plain.title === undefined ? { title: plain.name ?? "" } : {}),
    ...(plain.kind === undefined && kind !== undefined ? { kind } : {})
  }
}

/** The request with its tool call as ACP has it. */
const plainPermission = (message: JsonObject): JsonObject => {
  const params = objectAt(message, "params")
  const { tool_call: snake, ...rest } = params
  const call = isJsonObject(snake) ? snake : objectAt(params, "toolCall")
  const options = Array.isArray(params.options) ? params.options.map(plainOption) : []
  return { ...message, params: { ...rest, toolCall: toolCall(call, "tool_call_update"), options } }
}

const plainOption = (option: unknown): unknown => {
  if (!isJsonObject(option) || option.option_id === undefined) return option
  const { option_id: optionId, ...rest } = option
  return { ...rest, optionId }
}

/** `allowed` with the option, or `denied` when the option rejects or the turn was cancelled. */
const answer = (message: JsonObject, request: JsonObject, before: IacCodeState): Translation<IacCodeState> => {
  const state = { ...before, asked: closed(before.asked, message.id) }
  if (message.result === undefined) return { messages: [message], state }
  const { outcome, optionId } = objectAt(message.result, "outcome")
  const { options } = objectAt(plainPermission(request), "params")
  const chosen = (Array.isArray(options) ? options : []).find(
    (option) => isJsonObject(option) && option.optionId === optionId
  )
  const rejects = isJsonObject(chosen) && String(chosen.kind).startsWith("reject")
  const result =
    outcome === "selected" && !rejects ? { outcome: "allowed", option_id: optionId } : { outcome: "denied" }
  return { messages: [{ ...message, result }], state }
}
