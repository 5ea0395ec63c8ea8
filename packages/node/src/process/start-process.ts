/** Starts a program as the leader of its own process group. */
import { type ChildProcess, spawn } from "node:child_process"
import { PassThrough, type Readable, type Writable } from "node:stream"
import { findCommand } from "./find-command.ts"
import { startOnWindows } from "./start-on-windows.ts"
import type { StartOptions } from "./start-options.ts"

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
export const startProcess = (options: StartOptions): StartedProcess => {
  if (isMissingOnWindows(options)) return neverStarted(Promise.resolve(notFound(options.command)))
  const { started, thrown } = attempt(() => run(options))
  if (started === undefined) return neverStarted(Promise.resolve(thrown))
  const failed = new Promise<unknown>((resolve) => started.on("error", resolve))
  const { pid, stdin, stdout, stderr } = started
  // A host that is out of file descriptors gets a process without streams from Node, and the error a moment later.
  if (!stdin || !stdout || !stderr) return neverStarted(failed)
  // The exit and not the close, which waits for as long as anyone keeps an output open.
  const ended = new Promise<ProcessEnd>((resolve) => {
    started.once("exit", (code, signal) => resolve({ code, signal }))
    if (pid === undefined) void failed.then((error) => resolve({ error: errorOf(error) }))
  })
  // A pipe that breaks shows as the end of the process or of its output; the event alone would crash the host.
  for (const stream of [stdin, stdout, stderr]) stream.on("error", () => {})
  return { pid, stdin, stdout, stderr, ended }
}

/** Windows runs what is not found through its shell, whose own exit code would be all that is known of it. */
const isMissingOnWindows = ({ command, cwd, env, inheritEnv, shell }: StartOptions): boolean => {
  if (process.platform !== "win32" || shell === true) return false
  const given = { ...(inheritEnv ? process.env : {}), ...env }
  return findCommand(command, given.PATH ?? given.Path ?? "", cwd) === undefined
}

const notFound = (command: string) => Object.assign(new Error(`spawn ${command} ENOENT`), { code: "ENOENT" })

const run = (options: StartOptions): ChildProcess =>
  process.platform === "win32" ? startOnWindows(options) : startOnPosix(options)

/** Plain Node, so that a bundle of the host needs nothing beside it. */
const startOnPosix = ({ command, args, cwd, env, inheritEnv, shell }: StartOptions): ChildProcess =>
  spawn(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: inheritEnv ? { ...process.env, ...env } : { ...env },
    stdio: "pipe",
    detached: true,
    shell: shell ?? false
  })

interface Attempt<T> {
  readonly started?: T
  readonly thrown?: unknown
}

/** What Node throws for arguments that no platform takes counts as a reason why the program did not start. */
const attempt = <T>(start: () => T): Attempt<T> => {
  try {
    return { started: start() }
  } catch (thrown) {
    return { thrown }
  }
}

const neverStarted = (failed: Promise<unknown>): StartedProcess => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  for (const stream of [stdin, stdout, stderr]) stream.destroy()
  return { pid: undefined, stdin, stdout, stderr, ended: failed.then((error) => ({ error: errorOf(error) })) }
}

/** The error as the platform words it, without the arguments that Node adds to it, which may hold secrets. */
const errorOf = (error: unknown): Error & { readonly code?: string } => {
  if (!(error instanceof Error)) return new Error(String(error))
  const { message, code } = error as Error & { readonly code?: string }
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}
