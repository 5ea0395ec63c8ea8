/** The table of the processes that run on this machine. */
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** One process that has not ended. */
export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  /** The process group. */
  readonly group: number
  /** When it started, in the platform's own words: tells two processes with the same pid apart. */
  readonly started: string
}

/** Every process that has not ended; those that wait for their parent to take note of their end have. */
export const processTable = (): ReadonlyArray<ProcessRow> =>
  process.platform === "linux" ? fromProc() : process.platform === "win32" ? [] : fromPs()

/** The process with this id, if it runs. Cheap on Linux. */
export const processRow = (pid: number): ProcessRow | undefined =>
  process.platform === "linux" ? procRow(String(pid)) : processTable().find((row) => row.pid === pid)

/**
 * Whether the process was started with `text` in the value of the environment variable `name`. Known on Linux only, and
 * only for processes of the same user; elsewhere false.
 */
export const hasInEnvironment = (pid: number, name: string, text: string): boolean => {
  const environment = process.platform === "linux" ? read(`/proc/${pid}/environ`) : undefined
  return environment?.split("\0").some((entry) => entry.startsWith(`${name}=`) && entry.includes(text)) ?? false
}

const fromProc = (): ReadonlyArray<ProcessRow> =>
  readdirSync("/proc").flatMap((name) => {
    const row = /^\d+$/.test(name) ? procRow(name) : undefined
    return row === undefined ? [] : [row]
  })

const procRow = (pid: string): ProcessRow | undefined => {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The name of the program stands in parentheses and may contain anything, so fields count from the last one.
  const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  if (state === "Z" || state === "X") return undefined
  return { pid: Number(pid), parent: Number(parent), group: Number(group), started: rest[16] ?? "" }
}

const fromPs = (): ReadonlyArray<ProcessRow> =>
  spawnSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart="], { encoding: "utf8" })
    .stdout.split("\n")
    .flatMap((line) => {
      const [pid, parent, group, state, ...started] = line.trim().split(/\s+/)
      if (pid === undefined || pid === "" || state === undefined || state.startsWith("Z")) return []
      return [{ pid: Number(pid), parent: Number(parent), group: Number(group), started: started.join(" ") }]
    })

/** A process can end between the listing and the reading; others belong to other users. */
const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, "latin1")
  } catch {
    return undefined
  }
}
