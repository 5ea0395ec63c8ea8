/** Starts a program as the leader of its own process group. */
import type { Readable, Writable } from "node:stream"
import { execa } from "execa"

/** What a program is started with. */
export interface StartOptions {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly cwd?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly inheritEnv: boolean
  /** Runs `command` as a line of the platform's shell. */
  readonly shell?: boolean
}

/** How a program ended, or the error with which it could not be started. */
export type ProcessEnd =
  | { readonly code: number | null; readonly signal: string | null }
  | { readonly error: Error & { readonly code?: string } }

/** A program that was started, or that could not be: then there is no `pid`. */
export interface StartedProcess {
  readonly pid: number | undefined
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Resolves when the process itself has ended, whether or not its outputs have; never rejects. */
  readonly ended: Promise<ProcessEnd>
}

/**
 * Starts a program. Never throws for what the platform says: a program that can't be started has streams that are at
 * their end and an `ended` with the error.
 *
 * The program leads its own process group on POSIX, so that a signal reaches its children; on Windows, where the same
 * flag would open a console window, it does not. `.cmd` and `.bat` shims are resolved there without a shell.
 */
export const startProcess = ({ command, args, cwd, env, inheritEnv, shell }: StartOptions): StartedProcess => {
  const child = execa(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...env },
    extendEnv: inheritEnv,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
    encoding: "buffer",
    buffer: false,
    reject: false,
    cleanup: false,
    detached: process.platform !== "win32",
    shell: shell ?? false
  })
  // The exit event and not execa's promise, which waits for as long as anyone keeps an output open.
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }))
    if (child.pid === undefined) void child.then((result) => resolve({ error: errorOf(result) }))
  })
  // A pipe that breaks shows as the end of the process or of its output; the event alone would crash the host.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {})
  return { pid: child.pid, stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, ended }
}

const errorOf = ({ message, code }: { readonly message?: string | undefined; readonly code?: string | undefined }) =>
  Object.assign(new Error(message ?? "could not be started"), code === undefined ? {} : { code })
