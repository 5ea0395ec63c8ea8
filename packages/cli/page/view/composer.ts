/** The form that sends a prompt and stops a turn. */
import { byId } from "../element.ts"
import { isRunning, type ViewState } from "../view-state.ts"

/** What the form can ask for; both reject when it did not get through. */
export interface ComposerActions {
  prompt(text: string): Promise<unknown>
  cancel(): Promise<unknown>
}

/** Makes a function that shows in the form whether a turn runs. A prompt that was refused stays in the form. */
export const composerView = (actions: ComposerActions) => {
  const form = byId("composer", HTMLFormElement)
  const prompt = byId("prompt", HTMLTextAreaElement)
  const send = byId("send", HTMLButtonElement)
  const stop = byId("stop", HTMLButtonElement)
  const problem = byId("problem", HTMLElement)
  let running = false
  prompt.disabled = false

  const attempt = async (what: string, call: Promise<unknown>): Promise<boolean> => {
    problem.hidden = true
    try {
      await call
      return true
    } catch (error) {
      problem.hidden = false
      problem.textContent = `${what}: ${error instanceof Error ? error.message : String(error)}`
      return false
    }
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    const text = prompt.value
    if (running || text.trim() === "") return
    prompt.value = ""
    if (!(await attempt("Not sent", actions.prompt(text))) && prompt.value === "") prompt.value = text
  })
  byId("skip", HTMLAnchorElement).addEventListener("click", (event) => {
    // The address holds the session.
    event.preventDefault()
    prompt.focus()
  })
  prompt.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  stop.addEventListener("click", () => {
    stop.disabled = true
    void attempt("Not stopped", actions.cancel()).then((stopped) => {
      stop.disabled = stopped && running
    })
  })

  return (view: ViewState): void => {
    const now = isRunning(view)
    if (now !== running) {
      stop.disabled = false
      if (!now && document.activeElement === stop) prompt.focus()
    }
    running = now
    stop.hidden = !now
    send.disabled = now || view.link === "ended"
  }
}
