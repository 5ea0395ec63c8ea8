/** Stands between a client and an agent: every byte is passed on unchanged, and a copy is handed to an observer. */
import { type ChildProcess, spawn } from "node:child_process"
import type { Readable, Writable } from "node:stream"

/** Where a chunk came from. */
export type Stream = "client" | "agent" | "stderr"

/** The observer of the traffic. Called after the bytes were passed on; it must be quick and must not throw. */
export interface Observer {
  readonly chunk: (from: Stream, bytes: Uint8Array, at: number) => void
  readonly exit: (code: number | null, signal: string | null, at: number) => void
}

/** The client's side: the standard streams of this process. */
export interface ClientSide {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
}

/** How the agent ended, as this process should end. */
export interface PassedExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The command could not be started. */
  readonly error?: Error
}

/** The agent that is being observed. */
export interface PassThrough {
  readonly child: ChildProcess
  /** Resolves once the agent has ended and all that it wrote was passed on. */
  readonly ended: Promise<PassedExit>
}

/**
 * Starts the agent and connects it to the client with plain pipes, which hold back a writer that is too fast. The observer
 * sits on `data` events that the pipes cause, so it neither delays nor reorders anything, and can't hold anything back.
 */
export const passThrough = (
  command: string,
  args: ReadonlyArray<string>,
  { stdin, stdout, stderr }: ClientSide,
  observer: Observer
): PassThrough => {
  const windowsShim = process.platform === "win32" && /\.(cmd|bat)$/i.test(command)
  const child = spawn(command, args, { stdio: "pipe", windowsHide: true, shell: windowsShim })
  const pass = (from: Stream, source: Readable, to: Writable): void => {
    source.pipe(to, { end: from === "client" })
    source.on("data", (bytes: Uint8Array) => observer.chunk(from, bytes, Date.now()))
    // Whoever reads may leave at any time; the agent learns of it from the end of its stdin.
    to.on("error", () => source.unpipe(to).resume())
  }
  pass("client", stdin, child.stdin)
  pass("agent", child.stdout, stdout)
  pass("stderr", child.stderr, stderr)
  const ended = new Promise<PassedExit>((resolve) => {
    child.once("error", (error) => resolve({ code: null, signal: null, error }))
    child.once("close", (code, signal) => {
      observer.exit(code, signal, Date.now())
      resolve({ code, signal })
    })
  })
  return { child, ended }
}
