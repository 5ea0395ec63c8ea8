/** Google's generateContent, as Gemini CLI uses it. */
import { nextStep } from "./script.ts"
import { event, paced } from "./server-sent-events.ts"

/** The part of a request that the script looks at. */
export interface GeminiRequest {
  readonly contents: ReadonlyArray<{ readonly role: string; readonly parts: ReadonlyArray<object> }>
  readonly tools?: ReadonlyArray<{ readonly functionDeclarations?: ReadonlyArray<{ readonly name: string }> }>
}

const answer = (parts: ReadonlyArray<object>, finishReason?: string) => ({
  candidates: [
    { content: { role: "model", parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }
  ],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 }
})

/** The answer to the questions that the CLI asks the model for itself, such as which model to use. */
export const generated = (): object =>
  answer(
    [
      {
        text: JSON.stringify({
          complexity_reasoning: "scripted",
          complexity_score: 1,
          reasoning: "scripted",
          next_speaker: "user"
        })
      }
    ],
    "STOP"
  )

/** The answer as a stream of events. */
export async function* generatedStream({ contents, tools = [] }: GeminiRequest): AsyncGenerator<string> {
  const isResult = (part: object) => "functionResponse" in part
  const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations)
  const step = nextStep({
    prompt: JSON.stringify(contents.filter(({ role }) => role === "user")),
    hasToolResult: contents.some(({ parts }) => parts.some(isResult)),
    canRun: declared.some(({ name }) => name === "run_shell_command")
  })
  if (step.type === "shell") {
    const args = { command: step.command, description: "Lists files" }
    yield event(answer([{ functionCall: { name: "run_shell_command", args } }], "STOP"))
  } else {
    yield* paced(step.words, step.pauseMs, (text) => event(answer([{ text }])))
    yield event(answer([{ text: "" }], "STOP"))
  }
}
