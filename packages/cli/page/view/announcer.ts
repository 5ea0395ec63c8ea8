/** Tells a screen reader what happens, in whole pieces: a reply is read when it is there, not word by word. */
import { replyText, type SessionState } from "@rxacp/fold"
import { isRunning, type ViewState } from "../view-state.ts"

/** Of a long reply only the start is announced, this many UTF-16 units; all of it is in the conversation. */
const SPOKEN = 1_000

/** Makes a function that announces in a live region when turns begin and end, and when the agent asks for permission. */
export const announcer = (region: HTMLElement) => {
  let before: ViewState | undefined
  return (view: ViewState): void => {
    const last = before
    if (view.place === undefined) return
    before = view
    if (last === undefined) return
    const running = isRunning(view)
    const asked = newRequest(last.session, view.session)
    if (asked !== undefined) region.textContent = `The agent asks for permission: ${asked}`
    else if (running !== isRunning(last)) {
      region.textContent = running
        ? "The agent is working"
        : `The agent has finished. ${replyText(view.session).slice(0, SPOKEN)}`
    }
  }
}

/** The tool call of the first permission request that was not open before. */
const newRequest = (before: SessionState, { pendingPermissions }: SessionState): string | undefined => {
  if (pendingPermissions === before.pendingPermissions) return undefined
  const fresh = pendingPermissions.find((pending) => !before.pendingPermissions.includes(pending))
  return fresh && (fresh.request.toolCall.title ?? fresh.request.toolCall.toolCallId)
}
