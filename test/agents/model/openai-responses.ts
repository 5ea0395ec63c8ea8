/** OpenAI's responses, as Codex uses them. */
import { nextStep } from "./script.ts"
import { event, paced } from "./server-sent-events.ts"
import { type DeclaredTool, shellAmong } from "./shell-tool.ts"

/** The part of a request that the script looks at. */
export interface ResponsesRequest {
  readonly input: ReadonlyArray<{ readonly type?: string; readonly role?: string; readonly content?: unknown }>
  readonly tools?: ReadonlyArray<{ readonly name?: string; readonly parameters?: DeclaredTool["schema"] }>
}

/** The answer as a stream of events. */
export async function* response({ input, tools = [] }: ResponsesRequest): AsyncGenerator<string> {
  const send = (type: string, fields: object) => event({ type, ...fields }, type)
  const shell = shellAmong(tools.map(({ name, parameters }) => ({ name, schema: parameters })))
  const step = nextStep({
    prompt: JSON.stringify(input.filter(({ role }) => role === "user")),
    hasToolResult: input.some(({ type }) => type?.endsWith("_output")),
    canRun: shell !== undefined
  })
  const base = { id: "response-1", object: "response" }
  yield send("response.created", { response: { ...base, status: "in_progress", output: [] } })
  const output: Array<object> = []
  if (step.type === "shell" && shell !== undefined) {
    const call = {
      type: "function_call",
      id: "item-1",
      call_id: "call-1",
      name: shell.name,
      arguments: JSON.stringify(shell.args(step.command))
    }
    yield send("response.output_item.added", { output_index: 0, item: { ...call, arguments: "" } })
    yield send("response.output_item.done", { output_index: 0, item: call })
    output.push(call)
  } else if (step.type === "words") {
    const message = { type: "message", id: "item-1", role: "assistant" }
    const place = { item_id: "item-1", output_index: 0, content_index: 0 }
    yield send("response.output_item.added", { output_index: 0, item: { ...message, content: [] } })
    yield send("response.content_part.added", { ...place, part: { type: "output_text", text: "" } })
    yield* paced(step.words, step.pauseMs, (delta) => send("response.output_text.delta", { ...place, delta }))
    const content = [{ type: "output_text", text: step.words.join(""), annotations: [] }]
    yield send("response.output_item.done", { output_index: 0, item: { ...message, content } })
    output.push({ ...message, content })
  }
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15
  }
  yield send("response.completed", { response: { ...base, status: "completed", output, usage } })
}
