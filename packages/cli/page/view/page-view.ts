/** The whole page for one view state. */
import { byId } from "../element.ts"
import type { ServerCalls } from "../server-calls.ts"
import type { ViewState } from "../view-state.ts"
import { announcer } from "./announcer.ts"
import { composerView } from "./composer.ts"
import { conversationView } from "./conversation.ts"
import { followEnd } from "./follow-end.ts"
import { permissionsView } from "./permissions.ts"
import { planView } from "./plan.ts"
import { showUsage } from "./usage.ts"

const links: Readonly<Record<ViewState["link"], string>> = {
  connecting: "Connecting",
  live: "Connected",
  lost: "Connection lost, trying again",
  ended: "The agent has ended"
}

/** Makes a function that brings the page in line with a state, leaving alone what did not change. */
export const pageView = (calls: ServerCalls, sessionId: string) => {
  const link = byId("link", HTMLElement)
  const showPlan = planView(byId("plan", HTMLElement))
  const usage = byId("usage", HTMLElement)
  const prompt = byId("prompt", HTMLTextAreaElement)
  const entries = byId("conversation", HTMLElement)
  const conversation = conversationView(entries)
  followEnd(byId("scroller", HTMLElement), entries)
  const composer = composerView({
    prompt: (text) => calls.prompt(sessionId, text),
    cancel: () => calls.cancel(sessionId)
  })
  const permissions = permissionsView(byId("permissions", HTMLElement), prompt, (id, optionId) =>
    calls.answer(sessionId, id, optionId)
  )
  const announce = announcer(byId("announcer", HTMLElement))
  let before: ViewState | undefined

  return (view: ViewState): void => {
    const { session } = view
    if (view.link !== before?.link) {
      link.textContent = view.reason === undefined ? links[view.link] : `${links[view.link]}: ${view.reason}`
      link.dataset.link = view.link
    }
    if (session.plan !== before?.session.plan) showPlan(session.plan)
    if (session.usage !== before?.session.usage) showUsage(usage, session.usage)
    if (session.title !== before?.session.title) showTitle(session.title ?? sessionId)
    conversation(view)
    composer(view)
    permissions(session)
    announce(view)
    before = view
  }
}

/** Shows a session's title as that of the page, and in the menu. */
const showTitle = (title: string): void => {
  document.title = title
  const option = document.querySelector<HTMLOptionElement>("#sessions option:checked")
  if (option !== null) option.text = title
}
