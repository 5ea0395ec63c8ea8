/** A session as nothing but the agent's reply, for a program that reads it. */
import { lastAgentMessage, replyText } from "@rxacp/fold"
import { safeText } from "../safe-text.ts"
import type { View } from "./view.ts"

/** Writes the text of the last turn's reply when that has ended; notes go to `notes`. */
export const quietView = (write: (text: string) => void, notes: (text: string) => void): View => ({
  show: (state, event) => {
    if (event._tag !== "TurnEnded" || lastAgentMessage(state) === undefined) return
    const text = safeText(replyText(state))
    write(text.endsWith("\n") ? text : `${text}\n`)
  },
  note: (text) => notes(`${text}\n`),
  pause: () => {},
  resume: () => {},
  end: () => {}
})
