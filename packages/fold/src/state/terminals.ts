/** Terminals whose output an agent streams: each with the end of what it wrote. */
import { OutputTail } from "./output-tail.ts"

/** How a command ended. */
export interface TerminalExit {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** A terminal, as far as the agent described it. */
export interface TerminalState {
  readonly terminalId: string
  /** The tool call that first mentioned it. */
  readonly toolCallId?: string
  readonly command?: string
  readonly cwd?: string
  /** The last `terminalBytes` of what was written, from a whole character on. */
  readonly output: string
  /** How many bytes went from the start of the output. */
  readonly truncated?: number
  /** Present once the command has ended. */
  readonly exitStatus?: TerminalExit
}

/** How much of a terminal's output a state keeps, in bytes, unless `emptySession` is given another limit. */
export const TERMINAL_BYTES = 1024 * 1024

/** What is new about a terminal. */
export type TerminalPatch = Partial<Omit<TerminalState, "terminalId" | "output" | "truncated">>

/** The tails of outputs; they are not fields, so that a terminal stays plain data. */
const tails = new WeakMap<TerminalState, OutputTail>()

type Draft = { -readonly [Name in keyof TerminalState]: TerminalState[Name] }

/** The terminal with a patch over it, and more output. */
export const terminalWith = (
  known: TerminalState | undefined,
  terminalId: string,
  {
    toolCallId = known?.toolCallId,
    command = known?.command,
    cwd = known?.cwd,
    exitStatus = known?.exitStatus
  }: TerminalPatch,
  data: string,
  maxBytes: number
): TerminalState => {
  const before = (known && tails.get(known)) ?? OutputTail.from(known?.output ?? "", known?.truncated ?? 0, maxBytes)
  const tail = data === "" ? before : before.with(data)
  const next: Draft = tail.isCut
    ? {
        terminalId,
        get output() {
          return tail.text
        },
        get truncated() {
          return tail.gone
        }
      }
    : {
        terminalId,
        get output() {
          return tail.text
        }
      }
  if (toolCallId !== undefined) next.toolCallId = toolCallId
  if (command !== undefined) next.command = command
  if (cwd !== undefined) next.cwd = cwd
  if (exitStatus !== undefined) next.exitStatus = exitStatus
  tails.set(next, tail)
  return next
}
