/** The commands that were posted to a log in files. */
import { appendFile, stat } from "node:fs/promises"
import type { PostedCommand } from "@rxacp/core/log"
import type { FolderChanges } from "./folder-changes.ts"
import type { LogFolder } from "./log-folder.ts"
import { linesFrom } from "./segment-lines.ts"
import { unlessMissing } from "./whole-files.ts"

/** Leaves a command; its line is written at once, so that those of several processes do not mix. */
export const postCommand = (folder: LogFolder, command: PostedCommand): Promise<void> =>
  appendFile(folder.commands, `${JSON.stringify(command)}\n`, { mode: 0o600 })

/** What reading commands needs. */
export interface PostedCommandsDeps {
  readonly folder: LogFolder
  readonly changes: FolderChanges
  readonly signal: AbortSignal | undefined
  /** Rejects once the writer was replaced. */
  readonly assertCurrent: () => Promise<void>
}

/** The commands that were not taken, each id once, then those that come. */
export async function* postedCommands(deps: PostedCommandsDeps): AsyncGenerator<PostedCommand> {
  const { folder, changes, signal, assertCurrent } = deps
  const leave = changes.join()
  const given = new Set<string>()
  let offset = 0
  try {
    while (signal?.aborted !== true) {
      await assertCurrent()
      const { version } = changes
      const read = await linesFrom(folder.commands, offset, Number.POSITIVE_INFINITY)
      const lines = read?.lines ?? []
      if (lines.length === 0) {
        await changes.next(version, signal)
        continue
      }
      offset = read?.offset ?? offset
      for (const line of lines) {
        const posted: PostedCommand = JSON.parse(line)
        if (given.has(posted.id) || (await unlessMissing(stat(folder.taken(posted.id)))) !== undefined) continue
        given.add(posted.id)
        yield posted
      }
    }
  } finally {
    leave()
  }
}
