/** Serves a script on an agent's port: what is common to the scripted agents in memory and in a process. */
import { Observable } from "rxjs"
import { serveAgent } from "../agent/serve-agent.ts"
import { internalsOf, type TransportInternals } from "../transport/internals.ts"
import type { Transport } from "../transport/transport.ts"
import type { Message } from "../wire/messages/message.ts"
import type { AgentPort } from "./agent-port.ts"
import type { AgentScript } from "./script.ts"
import { scriptHandlers } from "./script-handlers.ts"

/** A script that is being served. */
export interface ServedScript {
  /** Lets a barrier go, whether it has been reached or not. */
  readonly release: (barrier: string) => void
}

/** Starts to answer. */
export const serveScript = (script: AgentScript, port: AgentPort): ServedScript => {
  const deaf = new Set<string>()
  const barriers = createBarriers()
  const served = serveAgent(
    deafTo(port.transport, deaf),
    scriptHandlers(script, {
      port,
      deaf,
      barrier: barriers.passed,
      release: barriers.release,
      request: (method, params) => served.request(method, params)
    })
  )
  return { release: barriers.release }
}

/** Places where a script waits until it is released; once released, a barrier is open for good. */
const createBarriers = () => {
  const open = new Set<string>()
  const waiting = new Map<string, Array<() => void>>()
  return {
    release: (name: string): void => {
      open.add(name)
      for (const go of waiting.get(name)?.splice(0) ?? []) go()
    },
    passed: (name: string): Observable<never> =>
      new Observable((subscriber) => {
        if (open.has(name)) subscriber.complete()
        else waiting.set(name, [...(waiting.get(name) ?? []), () => subscriber.complete()])
      })
  }
}

/** A transport that ignores `session/cancel` for some sessions. */
const deafTo = (transport: Transport, deaf: ReadonlySet<string>): TransportInternals => {
  const internals = internalsOf(transport)
  return {
    ...internals,
    attach: (observer) =>
      internals.attach({
        ...observer,
        message: (message, update) => {
          if (!isCancelOf(message, deaf)) observer.message?.(message, update)
        }
      })
  }
}

const isCancelOf = (message: Message, sessions: ReadonlySet<string>): boolean => {
  if (message._tag !== "Notification" || message.method !== "session/cancel") return false
  const { sessionId } = (message.params ?? {}) as { readonly sessionId?: unknown }
  return typeof sessionId === "string" && sessions.has(sessionId)
}
