/** The words of a script: each makes one step. */
import { toBase64 } from "../journal/base64.ts"
import type {
  ContentBlock,
  PermissionOption,
  PlanEntry,
  ToolCall,
  ToolCallUpdate,
  UsageUpdate
} from "../schema/index.ts"
import type { AnyUpdate, Step, Steps, WireObject } from "./step.ts"

interface ChunkOptions {
  readonly messageId?: string
}

const chunk = (sessionUpdate: string, content: string | ContentBlock, { messageId }: ChunkOptions): WireObject => ({
  sessionUpdate,
  content: typeof content === "string" ? { type: "text", text: content } : content,
  ...(messageId === undefined ? {} : { messageId })
})

/** Reports any update as it is, also one that no schema allows. */
export const update = (update: AnyUpdate): Step => ({ do: "update", update })

/** One chunk of the agent's reply. */
export const say = (content: string | ContentBlock, options: ChunkOptions = {}): Step =>
  update(chunk("agent_message_chunk", content, options))

/** One chunk of the agent's thoughts. */
export const think = (content: string | ContentBlock, options: ChunkOptions = {}): Step =>
  update(chunk("agent_thought_chunk", content, options))

/** One chunk of what the user said, as agents echo it. */
export const echo = (content: string | ContentBlock, options: ChunkOptions = {}): Step =>
  update(chunk("user_message_chunk", content, options))

/** The agent's reply word by word, `every` ms apart (default 0), so that a person sees it grow. */
export const stream = (
  text: string,
  { every = 0, ...options }: ChunkOptions & { readonly every?: number } = {}
): Step => ({
  do: "stream",
  update: chunk("agent_message_chunk", "", options),
  text,
  every
})

/** A new tool call. */
export const toolCall = (call: ToolCall): Step => update({ sessionUpdate: "tool_call", ...call })

/** A patch of a tool call. */
export const patch = (toolCallId: string, fields: Omit<ToolCallUpdate, "toolCallId">): Step =>
  update({ sessionUpdate: "tool_call_update", toolCallId, ...fields })

/** The whole plan. A string is an entry of medium priority that is still to be done. */
export const plan = (entries: ReadonlyArray<string | PlanEntry>): Step =>
  update({
    sessionUpdate: "plan",
    entries: entries.map((entry) =>
      typeof entry === "string" ? { content: entry, priority: "medium", status: "pending" } : entry
    )
  })

/** Tokens in the context, the size of its window, and the cost so far. */
export const usage = (used: number, size: number, cost?: NonNullable<UsageUpdate["cost"]>): Step =>
  update({ sessionUpdate: "usage_update", used, size, ...(cost === undefined ? {} : { cost }) })

/** The options that a scripted agent offers by default. */
export const permissionOptions: ReadonlyArray<PermissionOption> = [
  { optionId: "allow", name: "Allow", kind: "allow_once" },
  { optionId: "always", name: "Always allow", kind: "allow_always" },
  { optionId: "reject", name: "Reject", kind: "reject_once" }
]

/** Asks for permission, and goes on with `allowed` or with `rejected`. */
export const askPermission = (
  toolCall: ToolCallUpdate,
  {
    options = permissionOptions,
    allowed = [],
    rejected = []
  }: {
    readonly options?: ReadonlyArray<PermissionOption>
    readonly allowed?: Steps
    readonly rejected?: Steps
  } = {}
): Step => ({
  do: "askPermission",
  toolCall,
  options,
  allowed,
  rejected
})

/** Asks the client for anything, such as `fs/read_text_file`, and says the result as JSON. The session's id is added. */
export const call = (method: string, params: WireObject = {}): Step => ({ do: "call", method, params })

/** Lets `ms` milliseconds pass. */
export const wait = (ms: number): Step => ({ do: "wait", ms })

/** Waits for `release(name)`, or for the client's notification `_rxacp/release` with `{ barrier: name }`. */
export const barrier = (name: string): Step => ({ do: "barrier", name })

/** Answers the prompt. Steps after it come late. A turn without it ends with `end_turn`. */
export const end = (stopReason = "end_turn", more: WireObject = {}): Step => ({
  do: "end",
  response: { stopReason, ...more }
})

/** Refuses the prompt with an error. */
export const fail = (code: number, message: string): Step => ({ do: "fail", code, message })

/** Writes the answer to the prompt a second time; only after `end`. */
export const answerAgain = (): Step => ({ do: "answerAgain" })

/** Writes bytes as they are, no line end added. */
export const raw = (data: string | Uint8Array): Step =>
  typeof data === "string" ? { do: "raw", text: data } : { do: "raw", base64: toBase64(data) }

/** Writes a line that is not a message. */
export const noise = (text = "[boot] loading model..."): Step => raw(`${text}\n`)

/** Writes `count` reply chunks of about `bytes` bytes each, as fast as the client takes them. */
export const flood = (count: number, bytes: number): Step => ({ do: "flood", count, bytes })

/** Writes one reply chunk whose line has `bytes` bytes. */
export const oversize = (bytes: number): Step => ({ do: "oversize", bytes })

/** Writes half of an update and exits. */
export const dieMidLine = (code = 1): Step => ({ do: "dieMidLine", code })

/** Exits, in memory by ending the stream with `AgentExited`. */
export const exit = (code = 0): Step => ({ do: "exit", code })

/** Never goes on; a cancel still ends the turn. */
export const never = (): Step => ({ do: "never" })

/** From here on the turn is deaf to `session/cancel`. */
export const ignoreCancel = (): Step => ({ do: "ignoreCancel" })

/** Writes a line to stderr; nothing in memory. */
export const stderr = (text: string): Step => ({ do: "stderr", text })

/** Starts a process that ignores signals and outlives its parent; nothing in memory. */
export const grandchild = (): Step => ({ do: "grandchild" })
