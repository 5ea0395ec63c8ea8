/** A small process that outlives this one, to end its children when it is killed. */
import { type ChildProcess, spawn } from "node:child_process"
import { groupName, ownGroupFolder } from "./control-group.ts"

/** The control group of the tree that the shell's variable `tree` holds. */
const group = `$1/${groupName("$" + "{tree#*:}")}`

/**
 * Reads what is to be killed, each line in place of the one before, until the host is gone: that ends its input. Then it kills
 * the process groups, the control groups below the folder `$1`, and what carries a mark in its environment.
 */
const script = `
while read -r line; do trees=$line; done
for round in 1 2; do
  for tree in $trees; do
    mark=\${tree#*:}
    kill -s KILL -- "-\${tree%%:*}"
    [ -n "$1" ] && echo 1 > "${group}/cgroup.kill"
    for file in /proc/[0-9]*/environ; do
      if grep -q "$mark" "$file"; then pid=\${file#/proc/}; kill -s KILL "\${pid%/environ}"; fi
    done
  done
done
sleep 1
for tree in $trees; do [ -n "$1" ] && rmdir "${group}"; done
`

/** What the watchdog is to kill: one for the whole host process, since it is that which is watched. */
const watched = new Map<number, string>()
let watchdog: ChildProcess | undefined

/**
 * Kills the process group `pid`, and what carries `mark`, should this process end without calling it off, even by SIGKILL.
 * Returns how to call it off. Does nothing on Windows, nor where no shell can be started.
 */
export const watch = (pid: number, mark: string): (() => void) => {
  if (process.platform === "win32") return () => {}
  watched.set(pid, mark)
  watchdog ??= startWatchdog()
  tell()
  return () => {
    if (watched.delete(pid)) tell()
  }
}

const tell = (): void => {
  const { stdin } = watchdog ?? {}
  if (stdin?.writable) stdin.write(`${[...watched].map(([pid, mark]) => `${pid}:${mark}`).join(" ")}\n`)
}

/** In a session of its own, so that what a terminal sends to all its processes does not reach it. */
const startWatchdog = (): ChildProcess | undefined => {
  try {
    const args = ["-c", script, "rxacp-watchdog", ownGroupFolder() ?? ""]
    const child = spawn("/bin/sh", args, { stdio: ["pipe", "ignore", "ignore"], detached: true, cwd: "/" })
    child.on("error", () => {})
    child.stdin?.on("error", () => {})
    child.once("exit", () => {
      watchdog = undefined
    })
    child.unref()
    ;(child.stdin as { unref?: () => void } | null)?.unref?.()
    return child
  } catch {
    return undefined
  }
}
