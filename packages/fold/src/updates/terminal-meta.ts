/**
 * The fold of terminals that agents report in the `_meta` of tool calls: `terminal_info`, `terminal_output` and
 * `terminal_output_delta` (both appended), `terminal_exit`. Claude's and Codex's adapters send them to clients that declare
 * `_meta.terminal_output`.
 */

import { boundedAt } from "../state/bounded.ts"
import { changed } from "../state/change-state.ts"
import { isRecord, isText, type JsonRecord } from "../state/json.ts"
import { sameJson } from "../state/same-json.ts"
import type { SessionState } from "../state/session-state.ts"
import { type TerminalPatch, type TerminalState, terminalWith } from "../state/terminals.ts"

const part = (meta: JsonRecord, name: string): (JsonRecord & { readonly terminal_id: string }) | undefined => {
  const value = Object.hasOwn(meta, name) ? meta[name] : undefined
  // Checked in the same breath.
  return isRecord(value) && isText(value.terminal_id) ? (value as JsonRecord & { terminal_id: string }) : undefined
}

const withTerminal = (state: SessionState, terminalId: string, patch: TerminalPatch, data: string): SessionState => {
  const { terminals, terminalBytes } = state
  const place = terminals.findLastIndex((known) => known.terminalId === terminalId)
  const known = terminals[place]
  if (known !== undefined && data === "" && saysNothingNew(known, patch)) return state
  const next = terminalWith(known, terminalId, patch, data, terminalBytes)
  if (known !== undefined) return changed(state, { terminals: terminals.with(place, next) })
  return boundedAt(changed(state, { terminals: [...terminals, next] }), "terminals", ({ terminalId }) => terminalId)
}

const saysNothingNew = (known: TerminalState, patch: TerminalPatch): boolean =>
  Object.entries(patch).every(
    ([name, value]) => value === undefined || sameJson(known[name as keyof TerminalPatch], value)
  )

const textOr = (value: unknown): string | undefined => (isText(value) ? value : undefined)

/** Folds what the `_meta` of a tool call or of an update of it says of terminals. */
export const foldTerminals = (state: SessionState, toolCallId: string, meta: unknown): SessionState => {
  if (!isRecord(meta)) return state
  let next = state
  const info = part(meta, "terminal_info")
  if (info !== undefined) {
    const patch = { toolCallId, command: textOr(info.command), cwd: textOr(info.cwd) }
    next = withTerminal(next, info.terminal_id, patch as TerminalPatch, "")
  }
  for (const name of ["terminal_output", "terminal_output_delta"]) {
    const output = part(meta, name)
    if (output !== undefined) next = withTerminal(next, output.terminal_id, { toolCallId }, textOr(output.data) ?? "")
  }
  const exit = part(meta, "terminal_exit")
  if (exit !== undefined) {
    const exitStatus = {
      exitCode: typeof exit.exit_code === "number" ? exit.exit_code : null,
      signal: textOr(exit.signal) ?? null
    }
    next = withTerminal(next, exit.terminal_id, { toolCallId, exitStatus }, "")
  }
  return next
}
