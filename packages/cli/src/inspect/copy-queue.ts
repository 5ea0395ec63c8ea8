/** Hands copies of the traffic to the watcher, which works in a thread of its own, within a bound on what waits for it. */
import type { Worker } from "node:worker_threads"
import type { Observer, Stream } from "./pass-through.ts"

/** What the watcher is sent. */
export type Copied =
  | { readonly kind: "chunk"; readonly from: Stream; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "skipped"; readonly from: Stream; readonly at: number; readonly size: number }
  | { readonly kind: "exit"; readonly code: number | null; readonly signal: string | null; readonly at: number }

/** What the watcher sends back: how many bytes it has read since the last time. */
export interface Read {
  readonly kind: "read"
  readonly size: number
}

/** Bytes of copies that may wait for the watcher. What comes while they do is passed on, but only counted. */
const MOST_WAITING = 64 * 1024 * 1024

/**
 * An observer that sends copies to `watcher`. It never waits: when the watcher falls behind by more than 64 MiB, chunks are
 * left out, and the watcher is told how many bytes of which stream.
 */
export const copyQueue = (watcher: Worker): Observer => {
  let waiting = 0
  const skipped = new Map<Stream, number>()
  watcher.on("message", (message: Read) => {
    if (message.kind === "read") waiting -= message.size
  })
  const send = (copied: Copied): void => watcher.postMessage(copied)
  const tellSkipped = (from: Stream, at: number): void => {
    const size = skipped.get(from)
    if (size === undefined) return
    skipped.delete(from)
    send({ kind: "skipped", from, at, size })
  }
  return {
    chunk: (from, bytes, at) => {
      if (waiting + bytes.length > MOST_WAITING) {
        skipped.set(from, (skipped.get(from) ?? 0) + bytes.length)
        return
      }
      tellSkipped(from, at)
      waiting += bytes.length
      send({ kind: "chunk", from, at, bytes })
    },
    exit: (code, signal, at) => {
      for (const from of [...skipped.keys()]) tellSkipped(from, at)
      send({ kind: "exit", code, signal, at })
    }
  }
}
