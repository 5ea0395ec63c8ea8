/** A conversation on the terminal, turn after turn. */
import { createInterface } from "node:readline/promises"
import type { SessionState } from "@rxacp/fold"
import type { Terminal } from "./permissions.ts"

/** What a conversation needs of its session. */
export interface ConversationDeps {
  readonly terminal: Terminal
  readonly state: () => SessionState
  /** Runs one turn to its end. */
  readonly turn: (line: string) => Promise<void>
}

const leaving = new Set(["/exit", "/quit"])

/** Slash commands of the agent, and those of the program, that begin as the line does. */
export const completions = (line: string, state: SessionState): ReadonlyArray<string> =>
  line.startsWith("/")
    ? [...(state.availableCommands ?? []).map(({ name }) => `/${name}`), ...leaving].filter((name) =>
        name.startsWith(line)
      )
    : []

/** Asks for a line, runs the turn, and so on, until the input ends or the person leaves. */
export const converse = async ({ terminal, state, turn }: ConversationDeps): Promise<void> => {
  for (;;) {
    const lines = createInterface({
      ...terminal,
      completer: (line: string): [Array<string>, string] => [[...completions(line, state())], line]
    })
    // While lines are read, Ctrl-C does not reach the process by itself.
    lines.on("SIGINT", () => process.emit("SIGINT"))
    const closed = new AbortController()
    lines.once("close", () => closed.abort())
    const line = await lines.question("> ", { signal: closed.signal }).catch(() => "/exit")
    lines.close()
    if (leaving.has(line.trim())) return
    if (line.trim() !== "") await turn(line)
  }
}
