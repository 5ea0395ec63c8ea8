/** Ends a process and its descendants, as gently as possible. */
import type { Writable } from "node:stream"
import { setTimeout as delay } from "node:timers/promises"
import type { ProcessTree } from "./process-tree.ts"
import { waitAtMost } from "./wait-at-most.ts"

/** How long each step of ending a process may take, in milliseconds. */
export interface EndWaits {
  /** After its stdin has ended, before SIGTERM. Default 2000. */
  readonly stdin?: number
  /** After SIGTERM, before SIGKILL. Default 2000. */
  readonly terminate?: number
  /** After SIGKILL, before `close()` gives up on what can't be killed. Default 2000. */
  readonly kill?: number
}

/** What is to be ended. */
export interface EndTarget {
  readonly tree: ProcessTree
  /** Resolves when the leader of the tree has ended. */
  readonly ended: Promise<unknown>
  /** Ended first; left out when the leader has already gone. */
  readonly stdin?: Writable
  readonly waits?: EndWaits
}

/**
 * Notes the tree, ends stdin and waits; sends SIGTERM and waits; sends SIGKILL, to late children too, until none is
 * left. What leaves in time is never signalled. Resolves with the processes that not even SIGKILL ended in time.
 */
export const endProcess = async ({ tree, ended, stdin, waits = {} }: EndTarget): Promise<ReadonlyArray<number>> => {
  tree.note()
  if (stdin !== undefined) {
    stdin.end()
    if (await isGone(tree, ended, waits.stdin ?? 2000)) return []
  } else if (tree.gone()) return []
  tree.signal("SIGTERM")
  if (await isGone(tree, ended, waits.terminate ?? 2000)) return []
  tree.signal("SIGKILL")
  const repeat = () => tree.signal("SIGKILL")
  return (await isGone(tree, ended, waits.kill ?? 2000, repeat)) ? [] : tree.note()
}

/** Waits up to `ms` for the tree to be gone. Only the leader reports its end, so the others are polled. */
const isGone = async (tree: ProcessTree, ended: Promise<unknown>, ms: number, again?: () => void): Promise<boolean> => {
  const until = performance.now() + ms
  await waitAtMost(ms, ended)
  for (let pause = 5; !tree.gone(); pause = Math.min(pause * 2, 100)) {
    const left = until - performance.now()
    if (left <= 0) return false
    await delay(Math.min(pause, left))
    again?.()
  }
  return true
}
