/** The menu of sessions. A choice loads the page anew on that session. */
import type { AgentInfo } from "../src/web/wire.ts"
import { nameSession } from "./access.ts"
import { byId, element } from "./element.ts"
import type { ServerCalls } from "./server-calls.ts"

/** Fills the menu and acts on it. `current` is the session that is shown, or is to be. */
export const sessionMenu = (calls: ServerCalls, { sessions }: AgentInfo, current: string | undefined): void => {
  const menu = byId("sessions", HTMLSelectElement)
  menu.replaceChildren(
    ...sessions.map(({ sessionId, title }) =>
      element("option", { value: sessionId, selected: sessionId === current }, title ?? sessionId)
    )
  )
  if (current === undefined) menu.value = ""
  menu.onchange = () => show(menu.value)
  byId("new-session", HTMLButtonElement).onclick = async () => {
    const { sessionId } = await calls.open()
    show(sessionId)
  }
}

const show = (sessionId: string): void => {
  nameSession(sessionId)
  location.reload()
}
