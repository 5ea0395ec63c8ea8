/** The contract of the terminals that are served to an agent. */
import type { CreateTerminalRequest, TerminalOutputResponse, TerminalService } from "@rxacp/core"
import type { Observable } from "rxjs"
import type { EndWaits } from "../process/end-process.ts"

/** Which commands run, where, and for how long. */
export interface TerminalsOptions {
  /** The folder, or folders, in which a command may start; one that names none starts in the first. Default anywhere. */
  readonly root?: string | ReadonlyArray<string>
  /** Environment variables for every command, below those that the agent gives; `undefined` removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Whether commands also get the environment of the host. Default true. */
  readonly inheritEnv?: boolean
  /**
   * Whether a request is a line for the platform's shell. By default one is when it has no arguments and a command with
   * blanks or operators of the shell that is not a file. False runs every command directly.
   */
  readonly shell?: false | ((request: CreateTerminalRequest, cwd: string) => boolean)
  /**
   * The commands that may run; default all. With a list, a request passes if its command stands in it letter for letter, it is
   * not a line for a shell, and it sets no environment variables, which could make another program of the command. Arguments
   * are not looked at. A function decides about all of the request.
   */
  readonly allow?: ReadonlyArray<string> | ((request: CreateTerminalRequest, cwd: string) => boolean)
  /** How many terminals may be there at a time, released ones not counted. Default 32. */
  readonly maxTerminals?: number
  /** How long a command may run, in milliseconds, before it is ended. Default without end. */
  readonly maxMs?: number
  /** Bytes of output to keep of each terminal, also when the agent asks for more. Default 1 MiB. */
  readonly maxOutputBytes?: number
  /** How many released terminals keep their last output. Default 32. */
  readonly maxReleased?: number
  /** How long the steps of ending a command take; stdin has no part in it. */
  readonly waits?: EndWaits
  /** How long, in milliseconds, the output of a command that has exited may stay silent before it counts as complete. Default 500. */
  readonly outputWait?: number
  /** Signals of the host process on which commands are killed before the host goes on. Default none. */
  readonly hostSignals?: ReadonlyArray<NodeJS.Signals>
  /** Whether commands are also killed when the host is; see `AgentOptions`. Default true. */
  readonly watchdog?: boolean
}

/** A terminal service whose terminals can be shown. */
export interface Terminals extends TerminalService {
  /**
   * The output of a terminal for display: first what is kept, then what comes; completes when the command has ended. Also
   * for one that was released; completes at once for one that is not known.
   */
  liveOutput(terminalId: string): Observable<string>
  /** The output of a terminal as it stands, also of one that was released; undefined for one that is not known. */
  snapshot(terminalId: string): TerminalOutputResponse | undefined
  endSession(sessionId?: string): void
  /** Releases every terminal and resolves when all their processes are gone. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
