/** The contract of an agent that runs as a child process. */
import type { AgentExited, AgentSpawnFailed, ProcessPhase, Transport, TransportOptions } from "@rxacp/core"
import type { Observable } from "rxjs"
import type { EndWaits } from "../process/end-process.ts"

/** How an agent's process ended. */
export interface Exit {
  /** The exit code; null when a signal ended the process or it never started. */
  readonly code: number | null
  /** The signal that ended the process, else null. */
  readonly signal: string | null
  /** The end of what the agent wrote to stderr, with secrets masked. */
  readonly stderrTail: string
  /** The part of the agent's life in which it ended: `startup` is before its first output. */
  readonly phase: ProcessPhase
  /** Who ended it: the agent itself (or someone we do not know), our side, or the end of the host process. */
  readonly endedBy: "agent" | "client" | "host"
  /** Why calls to the agent fail; absent when our side ended it. */
  readonly failure?: AgentSpawnFailed | AgentExited
  /** Processes of the agent that not even SIGKILL ended in time; only on what `close()` gives, and absent when none is left. */
  readonly survivors?: ReadonlyArray<number>
}

/** What an agent is started with, and the options of its transport. */
export interface AgentOptions extends TransportOptions {
  /** A program on the `PATH` or a path to one. Never a shell line. */
  readonly command: string
  readonly args?: ReadonlyArray<string>
  /** The folder in which the agent starts; default that of the host. */
  readonly cwd?: string
  /** Environment variables, added to those of the host; `undefined` removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Whether the agent also gets the environment of the host. Default true. */
  readonly inheritEnv?: boolean
  /** How long each step of ending may take. */
  readonly waits?: EndWaits
  /**
   * How long, in milliseconds, the outputs of an agent that has exited may stay silent before they count as ended, for a
   * process that it left behind may keep them open. Up to four such waits as long as output comes. Default 500. The clock
   * stands still while delivery is held.
   */
  readonly outputWait?: number
  /** Bytes of stderr to keep for failures. Default 8192. */
  readonly stderrTailBytes?: number
  /**
   * Hides secrets in stderr and in failures. The default masks the values of environment variables whose names speak of
   * a key, token, secret or password, and the usual shapes of keys.
   */
  readonly mask?: (text: string) => string
  /** Signals of the host process on which the agent is killed before the host goes on. Default none. */
  readonly hostSignals?: ReadonlyArray<NodeJS.Signals>
  /**
   * Whether the agent is also killed when the host is, by SIGKILL for example: a small shell process, one for all agents of the
   * host, waits for that. Not on Windows. Default true.
   */
  readonly watchdog?: boolean
}

/** An agent that runs as a process: a transport over its stdin and stdout. */
export interface AgentProcess extends Transport {
  /** The id of the process; absent when it could not be started. */
  readonly pid: number | undefined
  /**
   * What the agent writes to stderr, by lines, with secrets masked. Hot; it is read whether or not anyone listens, and
   * the last lines before the first subscription are kept for it, up to a mebibyte. Completes when the agent has ended.
   */
  readonly stderr: Observable<string>
  /** How the agent ended: one value, also for late subscribers. Never errors. */
  readonly exit: Observable<Exit>
  /**
   * Ends the agent: ends its stdin, waits, sends SIGTERM to its process group, waits, sends SIGKILL to every descendant.
   * Resolves when all of them have ended. Calling it again gives the same promise.
   */
  close(): Promise<Exit>
  [Symbol.asyncDispose](): Promise<void>
}
