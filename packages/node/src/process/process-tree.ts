/** A process with its descendants: its group, their children, and those that left both but carry its mark. */
import { randomUUID } from "node:crypto"
import type { ControlGroup } from "./control-group.ts"
import { hasInEnvironment, hasProcessTable, processRow, processTable } from "./process-table.ts"
import { killWindowsTree } from "./windows-tree.ts"

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

/** A process that was started as the leader of its group, with its descendants. */
export interface ProcessTree {
  /** Ends by SIGKILL whatever is left, for a host that is about to end. */
  kill(): void
  /** Gives up what the system keeps for the tree once it is gone. */
  release(): void
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
 * A member is found by its group, by its parent, or, on Linux, by its control group where there is one and by the mark in its
 * environment: a wrapper that leaves first orphans the rest, and a member may have moved to a session of its own. Elsewhere
 * such a member is known only if it was noted while its parent lived. A member whose pid was given to another process in the meantime is not one.
 * Where there is no table of processes the group is all that is known.
 */
export const processTree = (root: number, mark: string, controlGroup?: ControlGroup): ProcessTree => {
  if (!hasProcessTable()) return process.platform === "win32" ? windowsTree(root) : groupTree(root)
  let members: ReadonlyMap<number, string> = new Map()

  const note = (): ReadonlyArray<number> => {
    const table = processTable()
    const found = new Map<number, string>()
    const controlled = new Set(controlGroup?.pids())
    const isMember = (row: (typeof table)[number]): boolean =>
      row.group === root ||
      controlled.has(row.pid) ||
      members.get(row.pid) === row.started ||
      hasInEnvironment(row.pid, markName, mark)
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
    if (name === "SIGKILL") controlGroup?.kill()
    if (rows.some((row) => row.group === root)) send(-root, name)
    for (const row of rows) if (row.group !== root) send(row.pid, name)
  }

  return { note, gone, signal, kill: () => signal("SIGKILL"), release: () => controlGroup?.remove() }
}

const groupTree = (root: number): ProcessTree => {
  const gone = (): boolean => !send(-root, 0)
  const signal = (name: NodeJS.Signals) => void send(-root, name)
  return { note: () => (gone() ? [] : [root]), gone, signal, kill: () => signal("SIGKILL"), release: () => {} }
}

const windowsTree = (root: number): ProcessTree => {
  const gone = (): boolean => !send(root, 0)
  const kill = () => killWindowsTree(root)
  return { note: () => (gone() ? [] : [root]), gone, signal: kill, kill, release: () => {} }
}

/** Whether the signal could be sent: the process may have ended, or belong to another user by now. */
const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
