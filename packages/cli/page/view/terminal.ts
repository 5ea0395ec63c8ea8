/** The output of a terminal. */

import type { TerminalShown } from "../../src/web/wire.ts"
import { element } from "../element.ts"

/** Only the end of an output is put on the page: this many UTF-16 units. */
const SHOWN = 20_000

/** The end of a terminal's output, and how its command ended. */
export const terminalOutput = (shown: TerminalShown | undefined): HTMLElement => {
  if (shown === undefined) return element("p", { class: "note" }, "No output to show")
  const { output, truncated, exitStatus } = shown
  const cut = truncated || output.length > SHOWN
  const ended = exitStatus ?? undefined
  return element(
    "figure",
    { class: "terminal" },
    cut ? element("p", { class: "note" }, "The start of the output is left out") : undefined,
    element("pre", { tabindex: "0", "aria-label": "Terminal output" }, element("span", {}, output.slice(-SHOWN))),
    element("figcaption", {}, ended === undefined ? "running" : endOf(ended.exitCode, ended.signal))
  )
}

const endOf = (code: number | null | undefined, signal: string | null | undefined): string =>
  signal ? `ended by ${signal}` : `exit code ${code ?? "unknown"}`
