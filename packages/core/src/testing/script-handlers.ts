/** The handlers of a scripted agent: what its client may call, and the turns of the script. */
import { concat, defer, EMPTY, finalize, type Observable, of, tap } from "rxjs"
import type { AgentSession } from "../agent/agent-session.ts"
import type { AgentHandlers } from "../agent/handlers.ts"
import { AuthRequired } from "../failures.ts"
import type { ContentBlock, SessionConfigOption, SessionUpdate } from "../schema/index.ts"
import { asUpdate, runSteps, type StepOutput, type StepRun } from "./run-steps.ts"
import type { AgentScript, AnsweredMethod } from "./script.ts"
import { type ScriptSession, ScriptSessions } from "./script-sessions.ts"
import type { Steps } from "./step.ts"
import { echo } from "./steps.ts"

/** What the handlers of a script work with. */
export interface ScriptSite extends Pick<StepRun, "port" | "request" | "barrier"> {
  readonly deaf: Set<string>
  readonly release: (barrier: string) => void
}

export const scriptHandlers = (script: AgentScript, site: ScriptSite): AgentHandlers => {
  const sessions = new ScriptSessions(script)
  let authenticated = (script.auth ?? []).length === 0

  const choices = ({ configOptions }: ScriptSession) => ({
    ...(script.modes === undefined ? {} : { modes: script.modes }),
    ...(configOptions === undefined ? {} : { configOptions })
  })

  const runOf = (session: AgentSession, requestId?: StepRun["requestId"]): StepRun => ({
    ...site,
    session,
    ...(requestId === undefined ? {} : { requestId }),
    ignoreCancel: () => site.deaf.add(session.sessionId)
  })

  /** Steps outside of a turn, a moment later, so that the current answer goes first. */
  const later = (steps: Steps, session: AgentSession, requestId?: StepRun["requestId"]): void => {
    if (steps.length === 0) return
    queueMicrotask(() =>
      runSteps(steps, runOf(session, requestId)).subscribe({
        next: (output) => {
          if (isUpdate(output)) session.update(output)
        },
        // The client has left meanwhile.
        error: () => {}
      })
    )
  }

  const turn = (session: ScriptSession, prompt: ReadonlyArray<ContentBlock>, run: StepRun): Observable<StepOutput> => {
    const text = promptText(prompt)
    const steps = withPrompt(script.turns[Math.min(session.turns, script.turns.length - 1)] ?? [], text)
    const last = steps.findIndex((step) => step.do === "end" || step.do === "fail") + 1 || steps.length
    session.turns++
    session.title ??= text.slice(0, 60)
    for (const block of prompt) session.history.push(...updatesOf([echo(block)]))
    let ended = false
    return concat(
      runSteps(steps.slice(0, last), run),
      defer(() => {
        ended = true
        return EMPTY
      })
    ).pipe(
      tap({
        next: (output) => {
          if (isUpdate(output)) session.history.push(output)
          else ended = true
        },
        error: () => {
          ended = true
        }
      }),
      finalize(() => {
        later(ended ? steps.slice(last) : withPrompt(script.afterCancel ?? [], text), run.session, run.requestId)
      })
    )
  }

  const all: Required<Pick<AgentHandlers, AnsweredMethod>> = {
    loadSession: ({ sessionId }) =>
      defer(() => {
        const session = sessions.named(sessionId, "session/load")
        return concat([...session.history], of(choices(session)))
      }),
    resume: ({ sessionId }) => of(choices(sessions.named(sessionId, "session/resume"))),
    list: ({ cwd }) => of({ sessions: sessions.list(cwd) }),
    close: () => of({}),
    delete: ({ sessionId }) => {
      sessions.delete(sessionId)
      return of({})
    },
    logout: () => {
      authenticated = false
      return of({})
    }
  }
  const names = script.answers ?? (Object.keys(all) as ReadonlyArray<AnsweredMethod>)
  const answered: Partial<Pick<AgentHandlers, AnsweredMethod>> = Object.fromEntries(
    names.map((name) => [name, all[name]])
  )

  const authMethods = (script.auth ?? []).map((id) => ({ id, name: id }))

  return {
    info: script.info ?? { name: "scripted-agent", version: "0" },
    authMethods,
    capabilities: {
      promptCapabilities: script.promptCapabilities ?? { image: true, audio: true, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      additionalDirectories: true
    },
    newSession: ({ cwd }, context) => {
      if (!authenticated) throw new AuthRequired({ method: "session/new", authMethods })
      const session = sessions.open(cwd)
      later(script.opened ?? [], context.session(session.sessionId))
      return of({ sessionId: session.sessionId, ...choices(session) })
    },
    prompt: ({ sessionId, prompt }, context) => {
      const session = sessions.named(sessionId, "session/prompt")
      site.deaf.delete(sessionId)
      return turn(session, prompt, runOf(context, context.id))
    },
    ...answered,
    authenticate: () => {
      authenticated = true
      return of({})
    },
    ...(script.modes === undefined ? {} : { setMode: () => of({}) }),
    ...(script.configOptions === undefined ? {} : { setConfigOption: chooseOption(sessions) }),
    handlers: {
      "_rxacp/release": (params) => {
        const { barrier } = params as { readonly barrier: string }
        site.release(barrier)
        return of({})
      }
    }
  }
}

const chooseOption =
  (sessions: ScriptSessions): NonNullable<AgentHandlers["setConfigOption"]> =>
  ({ sessionId, configId, value }) => {
    const session = sessions.named(sessionId, "session/set_config_option")
    const configOptions = (session.configOptions ?? []).map((option) =>
      "id" in option && option.id === configId ? ({ ...option, currentValue: value } as SessionConfigOption) : option
    )
    session.configOptions = configOptions
    return of({ configOptions })
  }

const isUpdate = (output: StepOutput): output is SessionUpdate => "sessionUpdate" in output

const updatesOf = (steps: Steps): ReadonlyArray<SessionUpdate> =>
  steps.flatMap((step) => (step.do === "update" ? [asUpdate(step.update)] : []))

const promptText = (prompt: ReadonlyArray<ContentBlock>): string =>
  prompt.flatMap((block) => (block.type === "text" && typeof block.text === "string" ? [block.text] : [])).join("")

/** The steps with the text of the prompt wherever they say `{prompt}`. */
const withPrompt = (steps: Steps, prompt: string): Steps =>
  JSON.parse(JSON.stringify(steps).replaceAll("{prompt}", () => JSON.stringify(prompt).slice(1, -1)))
