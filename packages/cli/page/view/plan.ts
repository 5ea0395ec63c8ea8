/** The agent's plan as a checklist. */
import type { PlanEntry } from "@rxacp/core"
import { element } from "../element.ts"

const words: Readonly<Record<string, string>> = { completed: "done", in_progress: "in progress", pending: "to do" }

/** Below this width the plan is folded up at first, to leave the room to the conversation. */
const NARROW = "(max-width: 52rem)"

/** Makes a function that shows a plan in a section, which is hidden while there is none. */
export const planView = (section: HTMLElement) => {
  const [details, summary, list] = [
    section.querySelector("details"),
    section.querySelector("summary"),
    section.querySelector("ol")
  ]
  if (details === null || summary === null || list === null) throw new TypeError("the page has no place for the plan")
  details.open = !matchMedia(NARROW).matches
  return (plan: ReadonlyArray<PlanEntry> | null): void => {
    section.hidden = plan === null || plan.length === 0
    if (plan === null) return
    const done = plan.filter(({ status }) => status === "completed").length
    summary.replaceChildren(element("h2", {}, "Plan"), element("span", { class: "count" }, `${done} of ${plan.length}`))
    list.replaceChildren(...plan.map(entryView))
  }
}

const entryView = ({ content, status, priority }: PlanEntry): HTMLElement =>
  element(
    "li",
    { "data-status": status, "data-priority": priority },
    content,
    element("span", { class: "unseen" }, ` (${words[status] ?? status})`)
  )
