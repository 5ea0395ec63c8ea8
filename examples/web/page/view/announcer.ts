/** Tells a screen reader what happens, in whole pieces: a reply is read when it is there, not word by word. */
import { replyText } from "@rxacp/fold"
import { isRunning, type ViewState } from "../view-state.ts"

/** Of a long reply only the start is announced, this many UTF-16 units; all of it is in the conversation. */
const SPOKEN = 1_000

/** Makes a function that announces the beginning and the end of turns in a live region. */
export const announcer = (region: HTMLElement) => {
  let running: boolean | undefined
  return (view: ViewState): void => {
    const now = isRunning(view)
    const before = running
    if (view.link === "connecting" || now === before) return
    running = now
    if (before === undefined) return
    region.textContent = now
      ? "The agent is working"
      : `The agent has finished. ${replyText(view.session).slice(0, SPOKEN)}`
  }
}
