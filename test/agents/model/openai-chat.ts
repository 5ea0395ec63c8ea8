/** OpenAI's chat completions, as opencode uses them. */
import { nextStep } from "./script.ts"
import { event, paced } from "./server-sent-events.ts"

/** The part of a request that the script looks at. */
export interface ChatRequest {
  readonly model: string
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>
  readonly tools?: ReadonlyArray<{ readonly function: { readonly name: string } }>
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
  const step = nextStep({
    prompt: JSON.stringify(messages.filter(({ role }) => role === "user")),
    hasToolResult: messages.some(({ role }) => role === "tool"),
    canRun: tools.some((tool) => tool.function.name === "bash")
  })
  if (step.type === "shell") {
    const call = { name: "bash", arguments: JSON.stringify({ command: step.command, description: "Lists files" }) }
    yield chunk({ role: "assistant", tool_calls: [{ index: 0, id: "call-1", type: "function", function: call }] })
    yield chunk({}, "tool_calls")
  } else {
    yield chunk({ role: "assistant", content: "" })
    yield* paced(step.words, step.pauseMs, (content) => chunk({ content }))
    yield chunk({}, "stop")
  }
  yield event("[DONE]")
}
