/** The permission requests that wait for an answer. */
import { type PermissionOption, shownToolCall } from "@rxacp/core"
import { type PendingPermission, type SessionState, toolCall } from "@rxacp/fold"
import { optionNames } from "../../src/option-names.ts"
import { type WireId, wireId } from "../../src/web/wire.ts"
import { element } from "../element.ts"
import { type Item, keyedList } from "../keyed-list.ts"
import { diffView } from "./diff.ts"

/** Sends an answer; rejects when it did not get through. */
export type SendAnswer = (id: WireId, optionId: string) => Promise<unknown>

/**
 * Makes a function that shows a session's open permission requests. A new request takes the focus, on its frame and not on
 * a button, so that a key that was meant for something else answers nothing; it takes none from a prompt being written,
 * and gives it back after the answer.
 */
export const permissionsView = (container: HTMLElement, prompt: HTMLTextAreaElement, send: SendAnswer) => {
  const show = keyedList(container)
  const known = new Set<string>()
  return (session: SessionState): void => {
    const open = session.pendingPermissions
    show(open.map((pending) => permissionItem(pending, session, send)))
    const keys = open.map(keyOf)
    const isNew = keys.some((key) => !known.has(key))
    const anyGone = [...known].some((key) => !keys.includes(key))
    known.clear()
    for (const key of keys) known.add(key)
    const writing = document.activeElement === prompt && prompt.value !== ""
    if (isNew && !writing) container.querySelector<HTMLElement>("[role=alertdialog]")?.focus()
    else if (anyGone && open.length === 0 && document.activeElement === document.body) prompt.focus()
  }
}

/** An agent may use an id again once it was answered. */
const keyOf = ({ id, request }: PendingPermission): string => JSON.stringify([wireId(id), request.toolCall.toolCallId])

const permissionItem = (pending: PendingPermission, session: SessionState, send: SendAnswer): Item => ({
  key: keyOf(pending),
  parts: [],
  create: () => ({ element: requestView(pending, session, send) }),
  update: () => {}
})

const requestView = ({ id, request }: PendingPermission, session: SessionState, send: SendAnswer): HTMLElement => {
  const call = shownToolCall(toolCall(session, request.toolCall.toolCallId), request.toolCall)
  const question = `Allow “${call.title ?? call.toolCallId}”?`
  const problem = element("p", { class: "problem", role: "alert", hidden: true })
  const names = optionNames(request.options)
  const buttons = request.options.map(({ kind }, index) => optionButton(names[index] ?? "", kind))
  const disable = (disabled: boolean): void => {
    for (const button of buttons) button.disabled = disabled
  }
  buttons.forEach((button, index) => {
    button.addEventListener("click", () => {
      disable(true)
      send(wireId(id), request.options[index]?.optionId ?? "").catch((error: unknown) => {
        disable(false)
        problem.hidden = false
        problem.textContent = `Not answered: ${error instanceof Error ? error.message : String(error)}`
      })
    })
  })
  return element(
    "section",
    { class: "permission", role: "alertdialog", tabindex: "-1", "aria-label": question },
    element("h2", {}, question),
    element("p", { class: "note" }, call.kind ?? "other", ...placesOf(call.locations)),
    call.rawInput === undefined
      ? undefined
      : element("pre", { tabindex: "0", "aria-label": "Input" }, JSON.stringify(call.rawInput, undefined, 2)),
    // What the call has shown of itself stands in the conversation already.
    ...(request.toolCall.content ?? []).flatMap((content) => (content.type === "diff" ? [diffView(content)] : [])),
    problem,
    element("div", { class: "actions" }, ...buttons)
  )
}

const optionButton = (name: string, kind: PermissionOption["kind"]): HTMLButtonElement =>
  element("button", { type: "button", class: kind === "allow_once" ? "primary" : undefined }, name)

const placesOf = (locations: ReadonlyArray<{ readonly path: string }> | null | undefined): ReadonlyArray<string> =>
  (locations ?? []).map(({ path }) => ` · ${path}`)
