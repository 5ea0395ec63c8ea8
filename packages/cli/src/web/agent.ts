/** The agent behind the pages: one process, and the sessions that pages have opened on it. */
import { connect, type Session } from "@rxacp/core"
import { terminals as serveTerminals, spawnAgent, workspaceFiles } from "@rxacp/node"
import { catchError, firstValueFrom, lastValueFrom, map, type Observable, of, reduce } from "rxjs"
import { followSession, type LiveSession } from "./live-session.ts"
import { type PagePermissions, pagePermissions } from "./page-permissions.ts"
import type { SessionChoice } from "./wire.ts"

/** Which agent to run, and the absolute path of the folder it works in. */
export interface AgentSetup {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly cwd: string
}

export interface WebAgent {
  readonly permissions: PagePermissions
  /** What the agent calls itself. */
  readonly name: string
  /** The sessions on offer: those that are open, and those that the agent can load. */
  sessions(): Promise<ReadonlyArray<SessionChoice>>
  session(id: string): LiveSession | undefined
  /** Opens a session: the one with this id, loaded from the agent's store, or a new one. */
  open(id?: string): Promise<LiveSession>
  /** Emits once, when the agent has ended, and says why. */
  readonly ended: Observable<string>
  close(): Promise<void>
}

/** Starts the agent and shakes hands; rejects with the typed failure when that fails. */
export const startAgent = async ({ cwd, ...command }: AgentSetup): Promise<WebAgent> => {
  const epoch = Date.now()
  const process = spawnAgent({ ...command, cwd, epoch, hostSignals: ["SIGINT", "SIGTERM"] })
  const terminals = serveTerminals({ root: cwd })
  const permissions = pagePermissions()
  const connection = connect(process, {
    info: { name: "rxacp-web", version: "0.1.0" },
    permissions: permissions.handler,
    files: workspaceFiles({ root: cwd }),
    terminals
  })
  const ended = connection.ended.pipe(map(({ failure }) => failure?.message ?? "the agent was stopped"))
  const { agentInfo, agentCapabilities } = await firstValueFrom(connection.initialize()).catch(
    async (failure: unknown) => {
      await process.close()
      throw failure
    }
  )
  const open = new Map<string, LiveSession>()

  const follow = (session: Session): LiveSession => {
    const live = followSession(session, { epoch, terminals, ended })
    open.set(session.id, live)
    return live
  }

  const stored = (): Promise<ReadonlyArray<SessionChoice>> =>
    firstValueFrom(
      connection.listSessions().pipe(
        reduce((all: ReadonlyArray<SessionChoice>, page) => [...all, ...page.sessions], []),
        catchError(() => of([]))
      )
    )

  return {
    permissions,
    name: agentInfo?.title ?? agentInfo?.name ?? "agent",
    sessions: async () => {
      const listed = agentCapabilities?.loadSession === true ? await stored() : []
      const unlisted = [...open.keys()].filter((id) => listed.every(({ sessionId }) => sessionId !== id))
      return [...unlisted.map((sessionId) => ({ sessionId, title: open.get(sessionId)?.log.state.title })), ...listed]
    },
    session: (id) => open.get(id),
    open: async (id) => {
      if (id === undefined) return follow(await firstValueFrom(connection.open({ cwd })))
      const known = open.get(id)
      if (known !== undefined) return known
      const live = follow(connection.session(id))
      await lastValueFrom(live.session.load({ cwd })).catch((failure: unknown) => {
        open.delete(id)
        throw failure
      })
      return live
    },
    ended,
    close: async () => {
      await connection.close()
      await terminals.close()
    }
  }
}
