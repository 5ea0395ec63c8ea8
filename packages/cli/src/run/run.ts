/** One prompt to one agent, from its start to its end. */
import { connect, type SessionEvent } from "@rxacp/core"
import { emptySession, foldSession } from "@rxacp/fold"
import { spawnAgent, workspaceFiles } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom, lastValueFrom, map } from "rxjs"
import { cutDeep } from "../cut-deep.ts"
import { safeLine } from "../safe-text.ts"
import type { StartOptions } from "./args.ts"
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

/** Runs to the end of the turn; gives the exit code once the agent is gone. */
export const run = async (options: StartOptions, { view, terminal, complain }: Surroundings): Promise<number> => {
  const { cwd, prompt, auth } = options
  const agent = spawnAgent({ ...(options.agent ?? tryAgentCommand()), cwd })
  const connection = connect(agent, {
    info: { name: "rxacp-start", version: "0" },
    permissions: permissions(options, view, terminal),
    files: workspaceFiles({ root: cwd })
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
    if (auth !== undefined) {
      const { authMethods } = await firstValueFrom(connection.initialize())
      const offered = authMethods ?? []
      if (!offered.some(({ id }) => id === auth)) {
        const ways = authText(offered)
        complain(
          `the agent does not offer --auth ${safeLine(auth)}${ways === "" ? "; it offers none" : `, but ${ways}`}`
        )
        return 2
      }
      await firstValueFrom(connection.authenticate(auth))
    }
    const session = await firstValueFrom(connection.open({ cwd }))
    let state = emptySession({ sessionId: session.id })
    session.events.pipe(map((event) => cutDeep(event))).subscribe((event) => {
      state = foldSession(state, event)
      view.show(state, event)
    })
    cancel = () => {
      view.note("cancelling; Ctrl-C again closes the agent")
      session.cancel()
      return true
    }
    return exitCode(await lastValueFrom(session.prompt(prompt)))
  } catch (failure) {
    if (closed) return 130
    complain(failureText(failure))
    return 1
  } finally {
    await agent.close()
    stop()
    view.end()
  }
}
