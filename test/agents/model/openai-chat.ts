/** OpenAI's chat completions, as opencode, qwen, copilot, cline and others use them. */
import { nextStep } from "./script.ts"
import { event, paced } from "./server-sent-events.ts"
import { type DeclaredTool, shellAmong } from "./shell-tool.ts"

/** The part of a request that the script looks at. */
export interface ChatRequest {
  readonly model: string
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>
  readonly tools?: ReadonlyArray<{
    readonly function: { readonly name: string; readonly parameters?: DeclaredTool["schema"] }
  }>
}

/** The answer as a stream of events. */
export async function* chatCompletion({ model, messages, tools = [] }: ChatRequest): AsyncGenerator<string> {
  const chunk = (delta: object, finish: string | null = null) =>
    event({
      id: "chat-1",
      object: "chat.completion.chunk",
      created: 1,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }]
    })
  const shell = shellAmong(tools.map(({ function: { name, parameters } }) => ({ name, schema: parameters })))
  const step = nextStep({
    prompt: JSON.stringify(messages.filter(({ role }) => role === "user")),
    hasToolResult: messages.some(({ role }) => role === "tool"),
    canRun: shell !== undefined
  })
  if (step.type === "shell" && shell !== undefined) {
    const call = { name: shell.name, arguments: JSON.stringify(shell.args(step.command)) }
    yield chunk({ role: "assistant", tool_calls: [{ index: 0, id: "call-1", type: "function", function: call }] })
    yield chunk({}, "tool_calls")
  } else if (step.type === "words") {
    yield chunk({ role: "assistant", content: "" })
    yield* paced(step.words, step.pauseMs, (content) => chunk({ content }))
    yield chunk({}, "stop")
  }
  yield event("[DONE]")
}
