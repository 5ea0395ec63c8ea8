/** A control group of Linux, which a process can't leave by forking, by a new session or by another environment. */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A group for the processes of one tree. */
export interface ControlGroup {
  /** Runs `start`; processes that it starts are in the group from their first moment on. */
  startInside<T>(start: () => T): T
  /** The processes in it. */
  pids(): ReadonlyArray<number>
  /** Kills all of them at once, also those that are being forked. */
  kill(): void
  /** Removes the group once it is empty. */
  remove(): void
}

/** The folder of the group that this process is in, where groups below it are made; undefined where there is none. */
export const ownGroupFolder = (): string | undefined => {
  if (process.platform !== "linux") return undefined
  try {
    const mount = readFileSync("/proc/self/mountinfo", "utf8")
      .split("\n")
      .find((line) => line.includes(" - cgroup2 "))
    const path = /^0::(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1]
    const [, , , root = "/", point] = mount?.split(" ") ?? []
    if (point === undefined || path === undefined) return undefined
    return join(point, path.startsWith(root) ? path.slice(root.length) : path)
  } catch {
    return undefined
  }
}

/** The name of the group of a tree with this mark. */
export const groupName = (mark: string): string => `rxacp-${mark}`

/** Makes a group below that of this process; undefined where the system or its administrator does not let us. */
export const createControlGroup = (mark: string): ControlGroup | undefined => {
  const own = ownGroupFolder()
  if (own === undefined) return undefined
  const folder = join(own, groupName(mark))
  const enter = (group: string) => writeFileSync(join(group, "cgroup.procs"), String(process.pid))
  try {
    mkdirSync(folder)
  } catch {
    return undefined
  }
  return {
    // A child is in the group of its parent when it is forked, so this process moves there for as long as that takes.
    startInside: (start) => {
      attempt(() => enter(folder))
      try {
        return start()
      } finally {
        attempt(() => enter(own))
      }
    },
    pids: () => pidsIn(folder),
    kill: () => attempt(() => writeFileSync(join(folder, "cgroup.kill"), "1")),
    remove: () => attempt(() => removeFolder(folder))
  }
}

/** An agent may make groups of its own below. */
const pidsIn = (folder: string): ReadonlyArray<number> => {
  try {
    const own = readFileSync(join(folder, "cgroup.procs"), "utf8").split("\n")
    const pids = own.filter((line) => line !== "" && line !== "0").map(Number)
    return [...pids, ...foldersIn(folder).flatMap(pidsIn)]
  } catch {
    return []
  }
}

const removeFolder = (folder: string): void => {
  for (const inner of foldersIn(folder)) removeFolder(inner)
  rmdirSync(folder)
}

const foldersIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [join(folder, entry.name)] : []
  )

/** What fails here was done already, or is not ours to do. */
const attempt = (step: () => void): void => {
  try {
    step()
  } catch {
    // Nothing to do.
  }
}
