/** What the agent may do: what the command line allows, else what the user says, else nothing. */
import { createInterface } from "node:readline/promises"
import {
  type PermissionHandler,
  type PermissionPolicy,
  type PermissionRule,
  permissionPolicy,
  type RequestPermissionOutcome,
  selectOption,
  shownToolCall
} from "@rxacp/core"
import { Observable } from "rxjs"
import { cutDeep } from "../cut-deep.ts"
import { optionNames } from "../option-names.ts"
import { safeLine, safeText } from "../safe-text.ts"
import type { RunOptions } from "./args.ts"
import { colourLook } from "./look.ts"
import { contentOf } from "./render.ts"
import type { View } from "./view.ts"

export interface Terminal {
  readonly input: NodeJS.ReadStream
  readonly output: NodeJS.WriteStream
}

/** The rules of one run; without a terminal there is nobody to ask, so what is not allowed is rejected. */
export const permissions = (
  { allow, policy = [], cwd }: Pick<RunOptions, "allow" | "policy" | "cwd">,
  view: View,
  terminal: Terminal | undefined
): PermissionPolicy => {
  const allowed = [...policy, ...allowing(allow)]
  return permissionPolicy(terminal === undefined ? allowed : [...allowed, { ask: asking(view, terminal) }], { cwd })
}

const allowing = (allow: RunOptions["allow"]): ReadonlyArray<PermissionRule> => {
  if (allow === "all") return [{ answer: "allow" }]
  return allow.length === 0 ? [] : [{ match: { kind: allow }, answer: "allow" }]
}

/** Asks on the terminal, one question at a time; taking the request back closes the question. */
const asking = (view: View, terminal: Terminal): PermissionHandler => {
  let before: Promise<unknown> = Promise.resolve()
  return ({ options, toolCall }, { known }) =>
    // An edge: whoever waits for the answer may stop waiting for it.
    new Observable<RequestPermissionOutcome>((subscriber) => {
      const taken = new AbortController()
      const shown = shownToolCall(known, toolCall)
      const choices = optionNames(options).map((name, index) => `  ${index + 1}  ${safeLine(name)}`)
      const input = shown.rawInput === undefined ? [] : [inputText(shown.rawInput)]
      const content = contentOf(colourLook, shown.content ?? [])
      const title = `The agent asks: ${safeLine(shown.title ?? "a tool")} (${safeLine(shown.kind ?? "other")})`
      const question = [title, ...input, ...content, ...choices, "Number, or Enter to reject: "].join("\n")

      const ask = async (): Promise<void> => {
        if (taken.signal.aborted) return
        view.pause()
        const lines = createInterface(terminal)
        // While lines are read, Ctrl-C does not reach the process by itself.
        lines.on("SIGINT", () => process.emit("SIGINT"))
        try {
          const answer = await lines.question(question, { signal: taken.signal })
          const option = options[Number(answer.trim()) - 1]
          subscriber.next(
            option === undefined ? selectOption(options, "reject") : { outcome: "selected", optionId: option.optionId }
          )
          subscriber.complete()
        } catch (error) {
          // The request was taken back while the question was open.
          if (!taken.signal.aborted) subscriber.error(error)
        } finally {
          lines.close()
          view.resume()
        }
      }

      before = before.then(ask)
      return () => taken.abort()
    })
}

/** Characters of an input that are shown. */
const SHOWN = 4000

const inputText = (input: unknown): string => {
  const text = safeText(JSON.stringify(cutDeep(input), null, 2))
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}\n… ${text.length - SHOWN} more characters`
}
