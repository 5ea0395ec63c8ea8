/** Hands copies of the traffic to the watcher, which is a process of its own, within a bound on what waits for it. */
import type { ChildProcess } from "node:child_process"
import type { Observer, Stream } from "./pass-through.ts"

/** What the watcher is sent. */
export type Copied =
  | { readonly kind: "chunk"; readonly from: Stream; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "skipped"; readonly from: Stream; readonly at: number; readonly size: number }
  | { readonly kind: "exit"; readonly code: number | null; readonly signal: string | null; readonly at: number }

/** What the watcher sends back: bytes that it has read, text for people, the end of its work. */
export type Watched =
  | { readonly kind: "read"; readonly size: number }
  | { readonly kind: "print"; readonly text: string }
  | { readonly kind: "done" }

/** Bytes of copies that may wait for the watcher. What comes while they do is passed on, but only counted. */
const MOST_WAITING = 64 * 1024 * 1024

/** An observer, and the end of the watcher. */
export interface CopyQueue extends Observer {
  /** The watcher is not there any more: nothing is copied. */
  readonly stop: () => void
}

/**
 * An observer that sends copies to `watcher`. It never waits: when the watcher falls behind by more than 64 MiB, chunks are
 * left out, and the watcher is notified of how many bytes of which stream.
 */
export const copyQueue = (watcher: ChildProcess): CopyQueue => {
  let waiting = 0
  let stopped = false
  const skipped = new Map<Stream, number>()
  watcher.on("message", (message: Watched) => {
    if (message.kind === "read") waiting -= message.size
  })
  const send = (copied: Copied): void => {
    // A watcher that has just ended does not concern the traffic.
    if (!stopped && watcher.connected) watcher.send(copied, () => {})
  }
  const sendSkipped = (from: Stream, at: number): void => {
    const size = skipped.get(from)
    if (size === undefined) return
    skipped.delete(from)
    send({ kind: "skipped", from, at, size })
  }
  return {
    chunk: (from, bytes, at) => {
      if (stopped) return
      if (waiting + bytes.length > MOST_WAITING) {
        skipped.set(from, (skipped.get(from) ?? 0) + bytes.length)
        return
      }
      sendSkipped(from, at)
      waiting += bytes.length
      send({ kind: "chunk", from, at, bytes })
    },
    exit: (code, signal, at) => {
      for (const from of [...skipped.keys()]) sendSkipped(from, at)
      send({ kind: "exit", code, signal, at })
    },
    stop: () => {
      stopped = true
    }
  }
}
