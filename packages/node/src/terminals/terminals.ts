/** Runs the commands that an agent asks for (protocol: Terminals). */
import { type CreateTerminalRequest, RequestFailed, RpcErrorCode, type TerminalService } from "@rxacp/core"
import { defer, EMPTY } from "rxjs"
import { type CommandRun, commandRun } from "./command-run.ts"
import { startCommand } from "./start-command.ts"
import type { Terminals, TerminalsOptions } from "./terminal-options.ts"

interface Terminal {
  readonly sessionId: string
  readonly run: CommandRun
}

/** A terminal whose command is being started. */
interface Starting {
  readonly sessionId: string
  sessionEnded: boolean
}

/**
 * Serves `terminal/*` with real processes, each in its own process group, with its stdin at its end.
 *
 * A command that can't be started, or whose folder is outside of the root, fails `create` with -32602; more terminals
 * than are allowed with -32603. An id that was released, was never given, or belongs to another session is answered with
 * -32002. A terminal that is released while someone waits for its exit is ended, and the wait with it.
 */
export const terminals = (options: TerminalsOptions = {}): Terminals => {
  const { maxTerminals = 32, maxReleased = 32, maxOutputBytes = 1024 * 1024, maxMs } = options
  const { outputWait = 500, waits = {} } = options
  const open = new Map<string, Terminal>()
  const released = new Map<string, Terminal>()
  const ending = new Set<Promise<void>>()
  const starting = new Map<Starting, Promise<string>>()
  let created = 0

  const openTerminal = async (request: CreateTerminalRequest, start: Starting): Promise<string> => {
    const command = await startCommand(request, options)
    if ("refused" in command) throw failed("create", RpcErrorCode.InvalidParams, command.refused)
    const outputBytes = Math.min(Number(request.outputByteLimit ?? maxOutputBytes), maxOutputBytes)
    const run = commandRun(command, { outputBytes, outputWait, waits })
    if (maxMs !== undefined) endAfter(maxMs, run)
    created += 1
    const terminalId = `terminal-${created}`
    open.set(terminalId, { sessionId: request.sessionId, run })
    if (start.sessionEnded) endSession(request.sessionId)
    return terminalId
  }

  const create: TerminalService["create"] = (request) =>
    defer(async () => {
      if (open.size + starting.size >= maxTerminals) {
        throw failed("create", RpcErrorCode.InternalError, `${maxTerminals} terminals are open already`)
      }
      const start = { sessionId: request.sessionId, sessionEnded: false }
      const opened = openTerminal(request, start)
      starting.set(start, opened)
      return { terminalId: await opened.finally(() => starting.delete(start)) }
    })

  /** Answers a request with what `use` makes of its terminal. */
  const answer =
    <Result>(method: string, use: (run: CommandRun, id: string, terminal: Terminal) => Result | Promise<Result>) =>
    ({ sessionId, terminalId }: { readonly sessionId: string; readonly terminalId: string }) =>
      defer(async () => {
        const terminal = open.get(terminalId)
        if (terminal?.sessionId === sessionId) return use(terminal.run, terminalId, terminal)
        const what = released.has(terminalId) ? "was released" : "is not known"
        throw failed(method, RpcErrorCode.ResourceNotFound, `the terminal ${terminalId} ${what}`, { terminalId })
      })

  const release = (terminalId: string, terminal: Terminal): Promise<void> => {
    open.delete(terminalId)
    released.set(terminalId, terminal)
    for (const [oldest] of released) if (released.size > maxReleased) released.delete(oldest)
    const done = terminal.run.end().finally(() => ending.delete(done))
    ending.add(done)
    return done
  }

  const endSession = (sessionId?: string): void => {
    for (const start of starting.keys()) start.sessionEnded ||= sessionId === undefined || start.sessionId === sessionId
    for (const [terminalId, terminal] of open) {
      if (sessionId === undefined || terminal.sessionId === sessionId) void release(terminalId, terminal)
    }
  }

  const close = async (): Promise<void> => {
    endSession()
    await Promise.allSettled(starting.values())
    await Promise.all(ending)
  }

  const shown = (terminalId: string): CommandRun | undefined => (open.get(terminalId) ?? released.get(terminalId))?.run

  return {
    create,
    output: answer("output", (run) => run.output()),
    waitForExit: answer("wait_for_exit", (run) => run.exit),
    kill: answer("kill", async (run) => {
      await run.end()
      return {}
    }),
    release: answer("release", async (_, terminalId, terminal) => {
      await release(terminalId, terminal)
      return {}
    }),
    endSession,
    liveOutput: (terminalId) => defer(() => shown(terminalId)?.live ?? EMPTY),
    snapshot: (terminalId) => shown(terminalId)?.output(),
    close,
    [Symbol.asyncDispose]: close
  }
}

const endAfter = (ms: number, run: CommandRun): void => {
  const timer = setTimeout(() => void run.end(), ms)
  void run.exit.then(() => clearTimeout(timer))
}

const failed = (method: string, code: number, message: string, data?: unknown): RequestFailed =>
  new RequestFailed({ code, message, method: `terminal/${method}`, ...(data === undefined ? {} : { data }) })
