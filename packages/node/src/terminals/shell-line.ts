/** Tells a command from a line that is meant for a shell. */
import { statSync } from "node:fs"
import { resolve } from "node:path"
import type { CreateTerminalRequest } from "@rxacp/core"

/**
 * Whether the request gives a whole shell line in place of a command: it has no arguments, and its command has blanks or
 * operators of the shell in it and is not a file. Agents send this although the protocol has a place for arguments.
 */
export const isShellLine = ({ command, args }: CreateTerminalRequest, cwd: string): boolean =>
  (args ?? []).length === 0 && /[\s|&;<>]/.test(command) && !isFile(resolve(cwd, command))

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
