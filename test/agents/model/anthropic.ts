/** Anthropic's messages, as Claude Code uses them. */
import { randomUUID } from "node:crypto"
import { nextStep } from "./script.ts"
import { event, paced } from "./server-sent-events.ts"

/** The part of a request that the script looks at. */
export interface MessagesRequest {
  readonly model: string
  readonly stream?: boolean
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>
  readonly tools?: ReadonlyArray<{ readonly name?: string }>
}

const message = (model: string, content: ReadonlyArray<object>, stopReason: string | null) => ({
  // An id that came before would be taken for a repeat.
  id: randomUUID(),
  type: "message",
  role: "assistant",
  model,
  content,
  stop_reason: stopReason,
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 }
})

/** The answer to a request that does not ask for a stream. */
export const wholeMessage = ({ model }: MessagesRequest): object =>
  message(model, [{ type: "text", text: "scripted" }], "end_turn")

/** The answer as a stream of events. */
export async function* messageStream({ model, messages, tools = [] }: MessagesRequest): AsyncGenerator<string> {
  const send = (type: string, fields: object) => event({ type, ...fields }, type)
  const isResult = (block: { readonly type?: string }) => block.type === "tool_result"
  const step = nextStep({
    prompt: JSON.stringify(messages.filter(({ role }) => role === "user")),
    hasToolResult: messages.some(({ content }) => Array.isArray(content) && content.some(isResult)),
    canRun: tools.some(({ name }) => name === "Bash")
  })
  yield send("message_start", { message: message(model, [], null) })
  if (step.type === "shell") {
    const block = { type: "tool_use", id: "call-1", name: "Bash", input: {} }
    const input = JSON.stringify({ command: step.command, description: "Lists files" })
    yield send("content_block_start", { index: 0, content_block: block })
    yield send("content_block_delta", { index: 0, delta: { type: "input_json_delta", partial_json: input } })
  } else {
    yield send("content_block_start", { index: 0, content_block: { type: "text", text: "" } })
    const toEvent = (text: string) => send("content_block_delta", { index: 0, delta: { type: "text_delta", text } })
    yield* paced(step.words, step.pauseMs, toEvent)
  }
  yield send("content_block_stop", { index: 0 })
  const stop = { stop_reason: step.type === "shell" ? "tool_use" : "end_turn", stop_sequence: null }
  yield send("message_delta", { delta: stop, usage: { output_tokens: 5 } })
  yield send("message_stop", {})
}
