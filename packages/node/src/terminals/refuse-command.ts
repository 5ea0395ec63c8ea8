/** Decides whether a command may run. */
import type { CreateTerminalRequest } from "@rxacp/core"
import type { TerminalsOptions } from "./terminal-options.ts"

/** Why the command of a request may not run; undefined when it may. */
export const refuseCommand = (
  request: CreateTerminalRequest,
  cwd: string,
  allow: TerminalsOptions["allow"],
  isLine: boolean
): string | undefined => {
  if (allow === undefined) return undefined
  if (typeof allow === "function") return allow(request, cwd) ? undefined : "the command is not allowed"
  if (isLine || !allow.includes(request.command)) return "the command is not in the list of those that are allowed"
  return (request.env ?? []).length === 0
    ? undefined
    : "environment variables are not allowed beside a list of commands"
}
