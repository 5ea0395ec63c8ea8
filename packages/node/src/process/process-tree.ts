/** All processes that came of one: its group, their children, and those that left both but carry its mark. */
import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { hasInEnvironment, hasProcessTable, processRow, processTable } from "./process-table.ts"

const markName = "RXACP_AGENT"

/** The mark of a tree, and the environment variables that carry it. */
export interface TreeMark {
  readonly mark: string
  readonly variables: Readonly<Record<string, string>>
}

/** A mark of its own for a process that is started from `env`. The marks of trees inside trees are joined by `/`. */
export const treeMark = (env: Readonly<Record<string, string | undefined>>): TreeMark => {
  const mark = randomUUID()
  const outer = env[markName]
  return { mark, variables: { [markName]: outer === undefined ? mark : `${outer}/${mark}` } }
}

/** The processes that came of one that we started as the leader of its group. */
export interface ProcessTree {
  /** Looks for all members and remembers them, so that they are known once their parents have left. */
  note(): ReadonlyArray<number>
  /** Whether no member runs any more. */
  gone(): boolean
  /** Sends a signal to the group and to the members that have left it. On Windows every signal ends the tree at once. */
  signal(name: NodeJS.Signals): void
}

/**
 * The tree of the process `root`, whose environment carries `mark`.
 *
 * A member is found by its group, by its parent, or, on Linux, by the mark in its environment: a wrapper that leaves
 * first orphans the rest, and a member may have moved to a session of its own. Elsewhere such a member is known only
 * if it was noted while its parent lived. A member whose pid was given to another process in the meantime is not one.
 * Where there is no table of processes the group is all that is known.
 */
export const processTree = (root: number, mark: string): ProcessTree => {
  if (!hasProcessTable()) return process.platform === "win32" ? windowsTree(root) : groupTree(root)
  let members: ReadonlyMap<number, string> = new Map()

  const note = (): ReadonlyArray<number> => {
    const table = processTable()
    const found = new Map<number, string>()
    const isMember = (row: (typeof table)[number]): boolean =>
      row.group === root || members.get(row.pid) === row.started || hasInEnvironment(row.pid, markName, mark)
    for (const row of table) if (row.pid !== process.pid && isMember(row)) found.set(row.pid, row.started)
    for (let size = -1; size !== found.size; ) {
      size = found.size
      for (const row of table) if (found.has(row.parent)) found.set(row.pid, row.started)
    }
    members = found
    return [...found.keys()]
  }

  const gone = (): boolean => {
    for (const [pid, started] of members) if (processRow(pid)?.started === started) return false
    return note().length === 0
  }

  const signal = (name: NodeJS.Signals): void => {
    const rows = note().flatMap((pid) => processRow(pid) ?? [])
    if (rows.some((row) => row.group === root)) send(-root, name)
    for (const row of rows) if (row.group !== root) send(row.pid, name)
  }

  return { note, gone, signal }
}

const groupTree = (root: number): ProcessTree => {
  const gone = (): boolean => !send(-root, 0)
  return { note: () => (gone() ? [] : [root]), gone, signal: (name) => void send(-root, name) }
}

const windowsTree = (root: number): ProcessTree => {
  const gone = (): boolean => !send(root, 0)
  return {
    note: () => (gone() ? [] : [root]),
    gone,
    signal: () => void spawnSync("taskkill", ["/PID", String(root), "/T", "/F"], { windowsHide: true })
  }
}

/** Whether the signal could be sent: the process may have ended, or belong to another user by now. */
const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
