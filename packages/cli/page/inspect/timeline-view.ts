/** Turns and tool calls on a line of time. */
import type { Span } from "../../src/inspect/server/timeline.ts"
import { element } from "../element.ts"

/** Spans that are drawn: the latest. */
const MOST = 60

/** Makes a function that draws spans; a click on one calls `choose` with the place of its first message. */
export const timelineView = (container: HTMLElement, choose: (place: number) => void) => {
  return (spans: ReadonlyArray<Span>): void => {
    const shown = spans.slice(-MOST)
    const start = Math.min(...shown.map((span) => span.start))
    const end = Math.max(...shown.map((span) => span.end ?? span.start), start + 1)
    const share = (at: number): string => `${(((at - start) / (end - start)) * 100).toFixed(2)}%`
    container.replaceChildren(
      ...shown.map((span) => {
        const until = span.end ?? end
        const took = span.end === undefined ? "still open" : `${span.end - span.start} ms`
        const bar = element("button", { type: "button", class: `span ${span.kind}`, title: `${span.name}, ${took}` })
        bar.style.marginLeft = share(span.start)
        bar.style.width = `max(4px, ${(((until - span.start) / (end - start)) * 100).toFixed(2)}%)`
        bar.append(element("span", { class: "unseen" }, `${span.name}, ${took}`))
        bar.addEventListener("click", () => choose(span.place))
        return bar
      })
    )
  }
}
