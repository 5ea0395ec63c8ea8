/** What the scripted model says and does, whatever API it is asked through. */

/** What a request to the model shows of the conversation. */
export interface Conversation {
  /** All that the user said. */
  readonly prompt: string
  /** Whether a tool has answered yet. */
  readonly hasToolResult: boolean
  /** Whether the model is offered a shell. */
  readonly canRun: boolean
}

/** One answer of the model: a call of the shell, or words with a pause after each. */
export type Step =
  | { readonly type: "shell"; readonly command: string }
  | { readonly type: "words"; readonly words: ReadonlyArray<string>; readonly pauseMs: number }

/** The command that the model runs when it is asked to list files; one that agents ask permission for. */
export const shellCommand = "touch made-by-the-model && echo from-the-shell"

/** The reply after that, and to anything else. */
export const reply = "All of it is done."

/** What the model does next: a tool first when it has one, slow words when it is asked for them, else the reply. */
export const nextStep = ({ prompt, hasToolResult, canRun }: Conversation): Step => {
  if (/slowly/.test(prompt)) {
    return { type: "words", words: Array.from({ length: 600 }, (_, index) => `word${index} `), pauseMs: 100 }
  }
  if (/list files/.test(prompt) && canRun && !hasToolResult) return { type: "shell", command: shellCommand }
  return { type: "words", words: reply.split(/(?<= )/), pauseMs: 0 }
}
