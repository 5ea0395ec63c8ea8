/** The menu of sessions. A choice loads the page anew on that session. */
import type { AgentInfo } from "../wire.ts"
import { nameSession } from "./access.ts"
import { byId, element } from "./element.ts"
import type { ServerCalls } from "./server-calls.ts"

/** Fills the menu and acts on it. */
export const sessionMenu = (calls: ServerCalls, { sessions }: AgentInfo, current: string): void => {
  const menu = byId("sessions", HTMLSelectElement)
  const choices = sessions.some(({ sessionId }) => sessionId === current)
    ? sessions
    : [{ sessionId: current }, ...sessions]
  menu.replaceChildren(
    ...choices.map(({ sessionId, title }) =>
      element("option", { value: sessionId, selected: sessionId === current }, title ?? sessionId)
    )
  )
  menu.addEventListener("change", () => show(menu.value))
  byId("new-session", HTMLButtonElement).addEventListener("click", async () => {
    const { sessionId } = await calls.open()
    show(sessionId)
  })
}

const show = (sessionId: string): void => {
  nameSession(sessionId)
  location.reload()
}
