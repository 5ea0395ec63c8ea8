/** Starts a program so that all its descendants can be found again. */
import { createControlGroup } from "./control-group.ts"
import { onHostExit } from "./host-exit.ts"
import { type ProcessTree, processTree, treeMark } from "./process-tree.ts"
import type { StartOptions } from "./start-options.ts"
import { type StartedProcess, startProcess } from "./start-process.ts"
import { watch } from "./watchdog.ts"

/** What happens to the tree when this process ends. */
export interface HostEnd {
  /** Signals of this process on which the tree is killed before it goes on. */
  readonly signals?: ReadonlyArray<NodeJS.Signals> | undefined
  /** Whether a watchdog kills the tree when this process is killed. Default true. */
  readonly watchdog?: boolean | undefined
  /** Called when this process ends first. */
  readonly ended?: () => void
}

/** A program with its descendants; `tree` is absent when it could not be started. */
export interface StartedTree {
  readonly child: StartedProcess
  readonly tree?: ProcessTree
  /** To be called once the tree is gone. */
  readonly release: () => void
}

/** Starts a program whose descendants are killed when this process ends. */
export const startTree = (options: StartOptions, { signals, watchdog = true, ended }: HostEnd = {}): StartedTree => {
  const { mark, variables } = treeMark({ ...(options.inheritEnv ? process.env : {}), ...options.env })
  const group = createControlGroup(mark)
  const start = () => startProcess({ ...options, env: { ...options.env, ...variables } })
  const child = group === undefined ? start() : group.startInside(start)
  if (child.pid === undefined) {
    group?.remove()
    return { child, release: () => {} }
  }
  const tree = processTree(child.pid, mark, group)
  const unwatch = watchdog ? watch(child.pid, mark) : () => {}
  const callOff = onHostExit(() => {
    ended?.()
    tree.kill()
  }, signals)
  const release = () => {
    callOff()
    unwatch()
    tree.release()
  }
  return { child, tree, release }
}
