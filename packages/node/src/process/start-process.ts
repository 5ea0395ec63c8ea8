/** Starts a program as the leader of its own process group. */
import { channel } from "node:diagnostics_channel"
import type { EventEmitter } from "node:events"
import { PassThrough, type Readable, type Writable } from "node:stream"
import { execa } from "execa"
import { findCommand } from "./find-command.ts"

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
export const startProcess = (options: StartOptions): StartedProcess => {
  if (isMissingOnWindows(options)) return neverStarted(Promise.resolve(notFound(options.command)))
  const { started, thrown, failed } = attempt(() => run(options))
  if (started === undefined) return neverStarted(failed ?? Promise.resolve(thrown))
  // The exit event and not execa's promise, which waits for as long as anyone keeps an output open.
  const ended = new Promise<ProcessEnd>((resolve) => {
    started.once("exit", (code, signal) => resolve({ code, signal }))
    if (started.pid === undefined) void started.then((result) => resolve({ error: errorOf(result) }))
  })
  const { pid, stdin, stdout, stderr } = started
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

const run = ({ command, args, cwd, env, inheritEnv, shell }: StartOptions) =>
  execa(command, args, {
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

interface Attempt<T> {
  readonly started?: T
  readonly thrown?: unknown
  /** The error that the process itself reports a moment later. */
  readonly failed?: Promise<unknown>
}

/**
 * A host that is out of file descriptors gets a process without streams from Node, over which execa stumbles before it
 * listens for the error that follows. So we listen from the moment in which Node makes the process.
 */
const attempt = <T>(start: () => T): Attempt<T> => {
  const created = channel("child_process")
  let failed: Promise<unknown> | undefined
  const listen = (message: unknown) => {
    const { process: child } = message as { readonly process: EventEmitter }
    failed = new Promise((resolve) => child.once("error", resolve))
  }
  created.subscribe(listen)
  try {
    return { started: start() }
  } catch (thrown) {
    return { thrown, ...(failed === undefined ? {} : { failed }) }
  } finally {
    created.unsubscribe(listen)
  }
}

const neverStarted = (failed: Promise<unknown>): StartedProcess => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  for (const stream of [stdin, stdout, stderr]) stream.destroy()
  const ended = failed.then((error) => ({ error: error instanceof Error ? error : new Error(String(error)) }))
  return { pid: undefined, stdin, stdout, stderr, ended }
}

interface Failed {
  readonly originalMessage?: string | undefined
  readonly code?: string | undefined
}

/** The error as the platform words it: execa's own message repeats the arguments, which may hold secrets. */
const errorOf = ({ originalMessage, code }: Failed) =>
  Object.assign(new Error(originalMessage ?? "could not be started"), code === undefined ? {} : { code })
