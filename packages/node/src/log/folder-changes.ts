/** Wakes those who wait for the files of a log to change, whichever process changes them. */
import { type FSWatcher, watch } from "node:fs"

/** For what the system does not report: a folder that is made again, a file system without notifications. */
const LOOK_MS = 250

/** The changes of one folder, watched while somebody waits. */
export class FolderChanges {
  readonly #path: string
  readonly #waiting = new Set<() => void>()
  #watcher: FSWatcher | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  #users = 0
  #version = 0

  constructor(path: string) {
    this.#path = path
  }

  /** Grows with every change that was seen. */
  get version(): number {
    return this.#version
  }

  /** Begins to watch; what it returns ends that. */
  join(): () => void {
    if (this.#users++ === 0) this.#start()
    let joined = true
    return () => {
      if (joined && --this.#users === 0) this.#stop()
      joined = false
    }
  }

  notify(): void {
    this.#version++
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }

  /** Resolves when there was a change after `version`, or when the signal is aborted. */
  next(version: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#version !== version || signal?.aborted === true) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener("abort", wake)
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
      signal?.addEventListener("abort", wake)
    })
  }

  #start(): void {
    this.#timer = setInterval(() => {
      if (this.#watcher === undefined) this.#watch()
      this.notify()
    }, LOOK_MS)
    this.#watch()
  }

  #watch(): void {
    try {
      this.#watcher = watch(this.#path, (event) => {
        // The folder itself may be gone, and then another is watched.
        if (event === "rename") this.#unwatch()
        this.notify()
      })
      this.#watcher.on("error", () => this.#unwatch())
    } catch {
      this.#watcher = undefined
    }
  }

  #unwatch(): void {
    this.#watcher?.close()
    this.#watcher = undefined
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#unwatch()
  }
}
