/** The descendants of a process on Windows, which has no process groups. */
import { spawnSync } from "node:child_process"

const taskNotFound = 128

/**
 * Ends a process and its descendants whose parents still run. `taskkill` does it; where that knows no trees, as Wine's does not,
 * they are looked up in the table of `wmic` and ended one by one.
 */
export const killWindowsTree = (root: number): void => {
  const { status } = spawnSync("taskkill", ["/PID", String(root), "/T", "/F"], { windowsHide: true })
  if (status === 0 || status === taskNotFound) return
  for (const pid of [...descendants(root), root]) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // It has ended by itself.
    }
  }
}

const descendants = (root: number): ReadonlyArray<number> => {
  const options = { encoding: "latin1", windowsHide: true } as const
  const { stdout } = spawnSync("wmic", ["process", "get", "ParentProcessId,ProcessId"], options)
  const rows = (stdout ?? "").replaceAll("\0", "").matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)
  const table = [...rows].map(([, parent, pid]) => ({ parent: Number(parent), pid: Number(pid) }))
  const found = new Set([root])
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const { parent, pid } of table) if (found.has(parent)) found.add(pid)
  }
  found.delete(root)
  return [...found]
}
