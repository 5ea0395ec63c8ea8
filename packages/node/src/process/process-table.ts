/** The table of the processes that run on this machine. */
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** One process that has not ended. */
export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** When it started, in the platform's own words: distinguishes two processes with the same pid. */
  readonly started: string
}

/** Every process that has not ended; one that only waits for its parent to take note of its end has. */
export const processTable = (): ReadonlyArray<ProcessRow> =>
  process.platform === "linux" ? tableFromProc() : tableFromPs()

/** The process with this id, if it runs. Cheap on Linux. */
export const processRow = (pid: number): ProcessRow | undefined =>
  process.platform === "linux" ? rowFromProc(String(pid)) : tableFromPs().find((row) => row.pid === pid)

/** Whether there is a table to look at: not on Windows, nor where `/proc` is not mounted. */
export const hasProcessTable = (): boolean =>
  process.platform === "linux" ? rowFromProc("self") !== undefined : process.platform !== "win32"

/**
 * Whether the process was started with `text` in the value of the environment variable `name`. Known on Linux only, and
 * only for processes of the same user; elsewhere false.
 */
export const hasInEnvironment = (pid: number, name: string, text: string): boolean => {
  const environment = process.platform === "linux" ? read(`/proc/${pid}/environ`) : undefined
  return environment?.split("\0").some((entry) => entry.startsWith(`${name}=`) && entry.includes(text)) ?? false
}

const tableFromProc = (): ReadonlyArray<ProcessRow> =>
  readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (rowFromProc(name) ?? []) : []))

const rowFromProc = (name: string): ProcessRow | undefined => {
  const stat = read(`/proc/${name}/stat`)
  if (stat === undefined) return undefined
  // The name of the program stands in parentheses and may contain anything, so fields count from the last one.
  const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  if (state === "Z" || state === "X") return undefined
  return { pid: Number.parseInt(stat, 10), parent: Number(parent), group: Number(group), started: rest[16] ?? "" }
}

/** The table as the command `ps` of POSIX gives it. */
export const tableFromPs = (): ReadonlyArray<ProcessRow> => {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart="], { encoding: "utf8" })
  return (stdout ?? "").split("\n").flatMap((line) => {
    const [pid = "", parent, group, state = "Z", ...started] = line.trim().split(/\s+/)
    if (pid === "" || state.startsWith("Z")) return []
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), started: started.join(" ") }]
  })
}

/** A process can end between the listing and the reading; others belong to other users. */
const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, "latin1")
  } catch {
    return undefined
  }
}
