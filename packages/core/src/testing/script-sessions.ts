/** The sessions of a scripted agent, with their histories. */
import { RequestFailed } from "../failures.ts"
import type { SessionConfigOption, SessionInfo, SessionUpdate } from "../schema/index.ts"
import { RpcErrorCode } from "../wire/messages/error-codes.ts"
import { asUpdate } from "./run-steps.ts"
import type { AgentScript } from "./script.ts"

export interface ScriptSession {
  readonly sessionId: string
  readonly cwd: string
  title: string | undefined
  readonly updatedAt: string | undefined
  readonly history: Array<SessionUpdate>
  turns: number
  configOptions: ReadonlyArray<SessionConfigOption> | undefined
}

/** The sessions of one agent. New ones are called `s1`, `s2` and so on. */
export class ScriptSessions {
  readonly #script: AgentScript
  readonly #sessions = new Map<string, ScriptSession>()
  #opened = 0

  constructor(script: AgentScript) {
    this.#script = script
    for (const { sessionId, cwd, title, updatedAt, history } of script.stored ?? []) {
      this.#add({ sessionId, cwd, title, updatedAt, history: history.map(asUpdate) })
    }
  }

  open(cwd: string): ScriptSession {
    this.#opened++
    return this.#add({ sessionId: `s${this.#opened}`, cwd, title: undefined, updatedAt: undefined, history: [] })
  }

  /** A session; throws -32002 for an unknown id. */
  named(sessionId: string, method: string): ScriptSession {
    const session = this.#sessions.get(sessionId)
    if (session !== undefined) return session
    const message = "no such session"
    throw new RequestFailed({ code: RpcErrorCode.ResourceNotFound, message, data: { sessionId }, method })
  }

  delete(sessionId: string): void {
    this.#sessions.delete(sessionId)
  }

  list(cwd: string | null | undefined): ReadonlyArray<SessionInfo> {
    return [...this.#sessions.values()]
      .filter((session) => cwd === undefined || cwd === null || session.cwd === cwd)
      .map(({ sessionId, cwd, title, updatedAt }) => ({
        sessionId,
        cwd,
        ...(title === undefined ? {} : { title }),
        ...(updatedAt === undefined ? {} : { updatedAt })
      }))
  }

  #add(
    session: Omit<ScriptSession, "history" | "turns" | "configOptions"> & {
      readonly history: ReadonlyArray<SessionUpdate>
    }
  ): ScriptSession {
    const { configOptions } = this.#script
    const added = { ...session, history: [...session.history], turns: 0, configOptions: configOptions ?? undefined }
    this.#sessions.set(session.sessionId, added)
    return added
  }
}
