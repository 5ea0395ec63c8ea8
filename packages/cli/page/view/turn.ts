/** The prompt at the start of a turn, and a word about its end when it was not an ordinary one. */
import type { TurnState } from "@rxacp/fold"
import { element } from "../element.ts"
import type { Item } from "../keyed-list.ts"
import { contentBlock } from "./content-block.ts"

/** The prompt as the user's message. `place` tells turns with the same number apart. */
export const promptItem = ({ prompt }: TurnState, place: number): Item => ({
  key: `prompt:${place}`,
  parts: [],
  create: () => ({
    element: element(
      "article",
      { class: "message user", "aria-label": "You" },
      element("h3", { class: "speaker" }, "You"),
      element("div", { class: "body" }, ...prompt.map(contentBlock))
    )
  }),
  update: () => {}
})

/** How a turn ended, or that it runs; undefined when there is nothing to say. */
export const turnEndItem = (turn: TurnState, place: number, runs: boolean): Item | undefined => {
  const text = runs ? "Working" : endOf(turn)
  if (text === undefined) return undefined
  return {
    key: `end:${place}`,
    parts: [text],
    create: () => ({ element: element("p", { class: "turn-end" }) }),
    update: (view) => {
      view.element.textContent = text
      view.element.classList.toggle("working", runs)
    }
  }
}

const reasons: Readonly<Record<string, string>> = {
  cancelled: "Stopped",
  max_tokens: "The reply reached the token limit",
  max_turn_requests: "The turn reached its request limit",
  refusal: "The agent refused"
}

const endOf = ({ stopReason, cancelRequested, failure, omitted }: TurnState): string | undefined => {
  const parts = [
    failure && `Failed: ${failure.message}`,
    stopReason === undefined || stopReason === "end_turn"
      ? cancelRequested && "Finished before it could be stopped"
      : (reasons[stopReason] ?? `Ended: ${stopReason}`),
    omitted && `${omitted.updates} updates left out`
  ].filter((part) => typeof part === "string")
  return parts.length === 0 ? undefined : parts.join(" · ")
}
