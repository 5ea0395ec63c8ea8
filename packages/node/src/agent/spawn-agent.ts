/** Runs an agent as a process and speaks with it over its stdin and stdout. */
import { AgentExited, ConnectionClosed, createTransport, type RxacpFailure } from "@rxacp/core"
import { defer } from "rxjs"
import { startHint } from "../presets/start-hint.ts"
import { endProcess } from "../process/end-process.ts"
import { spawnFailure } from "../process/spawn-failure.ts"
import { startTree } from "../process/start-tree.ts"
import { waitAtMost } from "../process/wait-at-most.ts"
import { writeLine } from "../streams/write-line.ts"
import type { AgentOptions, AgentProcess, Exit } from "./agent-process.ts"
import { maskSecrets } from "./mask-secrets.ts"
import { outputSource } from "./output-source.ts"
import { stderrLog } from "./stderr-log.ts"

/**
 * Starts an agent. Never throws for an agent that can't be started: then `exit`, `ended` and every call give
 * `AgentSpawnFailed`. Throws a RangeError for options that the transport does not take.
 *
 * Its stdout is read from the start, whoever subscribes when, and to its end before an exit fails anything. Nothing that
 * the agent does with its pipes or its process crashes the host. When it leaves by itself, what it left behind is ended
 * too. It is killed when the host exits.
 */
export const spawnAgent = (options: AgentOptions): AgentProcess => {
  const { command, args = [], inheritEnv = true, outputWait = 500, stderrTailBytes = 8192, hostSignals } = options
  const cwd = options.cwd === undefined ? {} : { cwd: options.cwd }
  const waits = options.waits ?? {}
  const given = { ...(inheritEnv ? process.env : {}), ...options.env }
  const mask = options.mask ?? maskSecrets(given)

  const program = { command, args, ...cwd, env: { ...options.env }, inheritEnv }
  const ended = () => endedFrom("host")
  const { child, tree, release } = startTree(program, { signals: hostSignals, watchdog: options.watchdog, ended })
  const stdout = outputSource(child.stdout)
  const stderr = stderrLog(child.stderr, mask, stderrTailBytes)

  let endedBy: Exit["endedBy"] = "agent"
  let exited = false
  let inputBroke = false
  let ending: Promise<ReadonlyArray<number>> | undefined
  let closing: Promise<Exit> | undefined

  const endedFrom = (side: "client" | "host") => {
    if (!exited && endedBy === "agent") endedBy = side
  }

  /** Ends the agent and its descendants, once; gives the processes that could not be ended. */
  const endTree = (): Promise<ReadonlyArray<number>> => {
    ending ??= (async () => {
      endedFrom("client")
      // An agent that waits for someone to read would not leave.
      if (!exited && stdout.unread()) stdout.discard()
      const target = { ended: child.ended, waits, ...(exited ? {} : { stdin: child.stdin }) }
      const survivors = tree === undefined ? [] : await endProcess({ tree, ...target })
      release()
      return survivors
    })()
    return ending
  }

  const exit: Promise<Exit> = child.ended.then(async (end) => {
    exited = true
    const by = endedBy
    void stdout.endWhenSilent(outputWait)
    await stderr.endWhenSilent(outputWait)
    void endTree()
    const facts = { stderrTail: stderr.tail(), endedBy: by }
    if ("error" in end) {
      const attempt = { command, args: args.map(mask), ...cwd, env: given, error: end.error }
      return { code: null, signal: null, phase: "spawn", ...facts, failure: spawnFailure(attempt) }
    }
    const phase = by !== "agent" ? "closing" : stdout.begun() ? "running" : "startup"
    const { code, signal } = end
    if (by !== "agent") return { code, signal, phase, ...facts }
    const failure = new AgentExited({ code, signal, stderrTail: facts.stderrTail, phase })
    return { code, signal, phase, ...facts, failure }
  })

  /** Why stdout has ended. A process that exits closes it a little earlier than the exit is reported. */
  const reason = async (): Promise<RxacpFailure | undefined> => {
    const end = await waitAtMost(4 * outputWait, child.ended)
    if (end !== undefined) return (await exit).failure
    return new ConnectionClosed({ reason: `the agent closed its ${inputBroke ? "input" : "output"} without exiting` })
  }

  const whySilent = () => {
    const stderrTail = stderr.tail()
    const hint = startHint({ command, args, silent: stderrTail === "" && !stdout.begun() })
    return hint === undefined ? { stderrTail } : { stderrTail, hint }
  }

  child.stdin.once("error", () => {
    inputBroke = true
    void stdout.endWhenSilent(outputWait)
  })

  const transport = orElse(endTree, () =>
    createTransport({ source: stdout, write: writeLine(child.stdin), close: endTree, reason, whySilent }, options)
  )

  const close = (): Promise<Exit> => {
    closing ??= (async () => {
      endedFrom("client")
      await transport.close()
      const survivors = await endTree()
      if (survivors.length === 0) return exit
      const known = exited
        ? await exit
        : ({ code: null, signal: null, stderrTail: stderr.tail(), phase: "closing", endedBy } as const)
      return { ...known, survivors }
    })()
    return closing
  }

  return {
    ...transport,
    pid: child.pid,
    stderr: stderr.lines,
    exit: defer(() => exit),
    close,
    [Symbol.asyncDispose]: async () => {
      await close()
    }
  }
}

/** What `make` gives; when it throws, as it does for invalid options, `undo` runs first. */
const orElse = <T>(undo: () => unknown, make: () => T): T => {
  try {
    return make()
  } catch (error) {
    undo()
    throw error
  }
}
