/** One run of the program with one agent, from its start to its end: one turn, or a conversation of many. */
import { type Connection, connect, type Session, type SessionEvent } from "@rxacp/core"
import { emptySession, foldSession } from "@rxacp/fold"
import { journalFile, spawnAgent, terminals, workspaceFiles } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom, lastValueFrom, map } from "rxjs"
import { cutDeep } from "../cut-deep.ts"
import { safeLine } from "../safe-text.ts"
import type { RunOptions } from "./args.ts"
import { promptOf } from "./attachments.ts"
import { applyChoices, NotOffered } from "./choices.ts"
import { converse } from "./conversation.ts"
import { authText, failureText } from "./failure-text.ts"
import { onInterrupt } from "./interrupts.ts"
import { permissions, type Terminal } from "./permissions.ts"
import type { View } from "./view.ts"

/** Where the run shows itself and whom it asks. */
export interface Surroundings {
  readonly view: View
  readonly terminal: Terminal | undefined
  /** Takes what went wrong. */
  readonly complain: (text: string) => void
}

/** The exit code that a turn's end amounts to. */
const exitCode = (end: SessionEvent): number => {
  if (end._tag !== "TurnEnded") return 1
  if (end.cancelRequested || end.stopReason === "cancelled") return 130
  return end.stopReason === "end_turn" ? 0 : 1
}

/** Authenticates by a method that the agent offers; gives what is wrong when it does not. */
const authenticate = async (connection: Connection, auth: string): Promise<string | undefined> => {
  const { authMethods } = await firstValueFrom(connection.initialize())
  const offered = authMethods ?? []
  if (offered.some(({ id }) => id === auth)) {
    await firstValueFrom(connection.authenticate(auth))
    return undefined
  }
  const ways = authText(offered)
  return `the agent does not offer --auth ${safeLine(auth)}${ways === "" ? "; it offers none" : `, but ${ways}`}`
}

/** A new session, or the one to go on with: resumed where the agent can, else loaded. */
const openSession = async (connection: Connection, options: RunOptions): Promise<Session> => {
  const { cwd, session: id, mcpServers = [], agent } = options
  if (id === undefined) return firstValueFrom(connection.open({ cwd, mcpServers }))
  const session = connection.session(id)
  const { agentCapabilities } = await firstValueFrom(connection.initialize())
  const canResume = (agentCapabilities?.sessionCapabilities?.resume ?? null) !== null
  const load = agent?.quiet === undefined ? {} : { quiet: agent.quiet }
  await lastValueFrom(canResume ? session.resume({ cwd, mcpServers }) : session.load({ cwd, mcpServers }, load))
  return session
}

/** Runs to the end; gives the exit code once the agent is gone. */
export const run = async (options: RunOptions, { view, terminal, complain }: Surroundings): Promise<number> => {
  const { cwd, prompt, auth, limits, timeout, journal } = options
  const { command, args } = options.agent ?? tryAgentCommand()
  const agent = spawnAgent({ command, args, cwd, ...(journal !== undefined && { journal: journalFile(journal) }) })
  const shells = options.terminals ? terminals({ root: cwd }) : undefined
  const connection = connect(agent, {
    info: { name: "rxacp", version: "0.1.0" },
    permissions: permissions(options, view, terminal),
    ...(options.files && { files: workspaceFiles({ root: cwd }) }),
    ...(shells && { terminals: shells })
  })
  let cancel = (): boolean => false
  let closed = false
  const stop = onInterrupt({
    cancel: () => cancel(),
    close: () => {
      closed = true
      view.note("closing the agent")
      void agent.close()
    }
  })
  try {
    const refused = auth === undefined ? undefined : await authenticate(connection, auth)
    if (refused !== undefined) {
      complain(refused)
      return 2
    }
    const session = await openSession(connection, options)
    let state = emptySession({ sessionId: session.id })
    session.events.pipe(map((event) => cutDeep(event))).subscribe((event) => {
      state = foldSession(state, event)
      view.show(state, event)
    })
    await applyChoices(session, options)
    const turn = async (line: string): Promise<number> => {
      cancel = () => {
        view.note("cancelling; Ctrl-C again closes the agent")
        session.cancel()
        return true
      }
      const settings = { ...(limits && { limits }), ...(timeout !== undefined && { timeouts: { turn: timeout } }) }
      try {
        return exitCode(await lastValueFrom(session.prompt(promptOf(line, cwd), settings)))
      } finally {
        cancel = () => false
      }
    }
    if (prompt !== undefined) return await turn(prompt)
    if (terminal === undefined) return 2
    await converse({
      terminal,
      state: () => state,
      turn: async (line) => {
        view.resume()
        await turn(line)
        view.pause()
      }
    })
    return 0
  } catch (failure) {
    if (closed) return 130
    complain(failureText(failure))
    return failure instanceof NotOffered ? 2 : 1
  } finally {
    await agent.close()
    await shells?.close()
    stop()
    view.end()
  }
}
