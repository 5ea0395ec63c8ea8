/** How full the context is, and what the session cost. */
import type { UsageState } from "@rxacp/fold"
import { element } from "../element.ts"

const number = new Intl.NumberFormat("en")

/** Shows the usage in a section, which is hidden while nothing is known. */
export const showUsage = (section: HTMLElement, usage: UsageState | null): void => {
  section.hidden = usage === null
  if (usage === null) return
  const { used, size, cost } = usage
  const text = `${number.format(used)} of ${number.format(size)} tokens`
  section.replaceChildren(
    element("h2", {}, "Context"),
    element("meter", { min: "0", max: String(size), value: String(used), "aria-label": "Context used" }, text),
    element("p", { class: "figures" }, element("span", {}, text), element("span", {}, cost && costOf(cost)))
  )
}

const costOf = ({ amount, currency }: NonNullable<UsageState["cost"]>): string => `${amount.toFixed(2)} ${currency}`
