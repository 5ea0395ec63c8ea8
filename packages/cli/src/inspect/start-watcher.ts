/** Starts the watcher. */
import { type ChildProcess, fork } from "node:child_process"
import { extname } from "node:path"
import { fileURLToPath } from "node:url"
import { filter, firstValueFrom, fromEvent, map, merge } from "rxjs"
import type { Watched } from "./copy-queue.ts"
import type { WatcherOptions } from "./watcher.ts"

/** Starts it beside this process, in a group of its own; what it prints goes through `print`. */
export const startWatcher = (options: WatcherOptions, print: (text: string) => void): ChildProcess => {
  // The sources run as they are in a clone, so the ending is that of this file.
  const program = fileURLToPath(new URL(`./watcher${extname(import.meta.url)}`, import.meta.url))
  const watcher = fork(program, [JSON.stringify(options)], {
    serialization: "advanced",
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "ipc"]
  })
  watcher.on("message", (message: Watched) => {
    if (message.kind === "print") print(message.text)
  })
  return watcher
}

/** Resolves when the watcher has read all, or has ended. */
export const watcherDone = (watcher: ChildProcess): Promise<unknown> => {
  const done = fromEvent(watcher, "message").pipe(
    map((message) => (Array.isArray(message) ? message[0] : message) as Watched),
    filter(({ kind }) => kind === "done")
  )
  return firstValueFrom(merge(done, fromEvent(watcher, "exit")))
}
