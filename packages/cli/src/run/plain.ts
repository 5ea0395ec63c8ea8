/** A session as plain lines, for a file, a pipe or a person without a terminal. */
import type { SessionEvent } from "@rxacp/core"
import { emptySession, type SessionState } from "@rxacp/fold"
import { plainLook } from "./look.ts"
import { endText, permissionText, planLines, usageText } from "./render.ts"
import { type Block, createTranscript, isGrowing } from "./transcript.ts"
import type { View } from "./view.ts"

/** Prints what is new as it comes, without escape sequences. */
export const plainView = (write: (text: string) => void): View => {
  const transcript = createTranscript(plainLook)
  let before = emptySession()
  let plan = before.plan

  /** Whether what was printed last may go on in its line. */
  let isOpen = false

  const endLine = (): void => {
    if (isOpen) write("\n")
    isOpen = false
  }

  const print = (lines: ReadonlyArray<string>): void => {
    endLine()
    for (const line of lines) write(`${line.trimEnd()}\n`)
  }

  const printBlock = ({ lines, ...block }: Block): void => {
    if (!isOpen || block.continues !== true) endLine()
    write(lines.join("\n"))
    if (block.isOpen !== true) write("\n")
    isOpen = block.isOpen === true
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
      transcript.advance(state, { partly: true }).blocks.forEach(printBlock)
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
    end: endLine
  }
}
