/** Words for the entries of an expected timeline; of the first turn when nothing else is said. */

type Origin = { readonly messageId?: string; readonly turn?: number | null }

const message =
  (role: string) =>
  (text: string, { messageId, turn = 1 }: Origin = {}) => ({ role, messageId: messageId ?? null, text, turn })

/** A message of the agent. */
export const agent = message("agent")
/** A thought of the agent. */
export const thought = message("thought")
/** A message of the user. */
export const user = message("user")

/** A tool call, with nothing in it but what is given. */
export const tool = (toolCallId: string, fields: object) => ({
  toolCallId,
  content: [],
  locations: [],
  turn: 1,
  ...fields
})

/** Tool call content of one text. */
export const text = (text: string) => [{ type: "content", content: { type: "text", text } }]

/** The words that the scripted model says slowly: `word0 word1 …`. */
export const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index} `).join("")

/** The numbers from 1 to 20, one a line. */
export const numbers = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`).join("")
