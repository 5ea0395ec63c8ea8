/** A session as plain lines, for a file, a pipe or a person without a terminal. */
import type { SessionEvent } from "@rxacp/core"
import { emptySession, type SessionState } from "@rxacp/fold"
import { plainLook } from "./look.ts"
import { endText, permissionText, planLines, usageText } from "./render.ts"
import { createTranscript, isGrowing } from "./transcript.ts"
import type { View } from "./view.ts"

/** Prints what is new in whole lines, without escape sequences. */
export const plainView = (write: (text: string) => void): View => {
  const transcript = createTranscript(plainLook)
  let before = emptySession()
  let plan = before.plan

  const print = (lines: ReadonlyArray<string>): void => {
    for (const line of lines) write(`${line.trimEnd()}\n`)
  }

  const events = (state: SessionState, event: SessionEvent): void => {
    // A plan that comes while a message grows waits for its end, so that neither cuts the other.
    if (state.plan !== plan && !isGrowing(state)) {
      plan = state.plan
      print(planLines(plainLook, plan))
    }
    if (event._tag === "PermissionResolved") print([permissionText(before, event)])
  }

  return {
    show: (state, event) => {
      print(transcript.advance(state, { partly: true }).blocks.flat())
      events(state, event)
      if (event._tag === "TurnEnded") {
        if (state.usage !== null) print([`usage: ${usageText(state.usage)}`])
        print(state.turns.slice(-1).map((turn) => `end: ${endText(plainLook, turn)}`))
      }
      before = state
    },
    note: (text) => print([text]),
    pause: () => {},
    resume: () => {},
    end: () => {}
  }
}
