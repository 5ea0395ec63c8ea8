/** The sessions of one connection, by id. */
import type { RxacpFailure } from "../failures.ts"
import { sessionClosed } from "../session/answers.ts"
import type { ConnectionContext } from "./context.ts"
import { createEventChannel } from "./event-channel.ts"
import { LiveSession } from "./live-session.ts"

/** What is kept of a session's events before somebody subscribes. */
const KEPT = { events: 10_000, bytes: 4 * 1024 * 1024 }
/**
 * Sessions that only the agent has named, each with what is kept of its events; past that the oldest is forgotten. One that
 * the caller has just asked for is named by the agent some lines before, so a few would do.
 */
const MOST_UNCLAIMED = 100

/** A registry that makes a session at the first mention of its id, by the caller or by the agent. */
export class LiveSessions {
  readonly #context: ConnectionContext
  readonly #byId = new Map<string, LiveSession>()
  #unclaimed = 0
  /** Why the connection ended, once it has. */
  #ended: RxacpFailure | undefined

  constructor(context: ConnectionContext) {
    this.#context = context
  }

  /** The session that the agent names. */
  named(sessionId: string): LiveSession {
    const known = this.#byId.get(sessionId)
    if (known !== undefined) return known
    const session = this.#make(sessionId)
    if (++this.#unclaimed > MOST_UNCLAIMED) this.#forgetOldest()
    return session
  }

  /** The session that the caller asks for. */
  claimed(sessionId: string): LiveSession {
    const known = this.#byId.get(sessionId)
    const session = known ?? this.#make(sessionId)
    if (known !== undefined && !known.claimed) this.#unclaimed--
    session.claimed = true
    return session
  }

  /** The session is over: its events complete, a later mention starts a new one. */
  remove(sessionId: string): void {
    const session = this.#byId.get(sessionId)
    if (session === undefined) return
    this.#byId.delete(sessionId)
    if (!session.claimed) this.#unclaimed--
    session.end(sessionClosed())
  }

  /** The connection is over. */
  end(failure: RxacpFailure): void {
    this.#ended = failure
    for (const session of this.#byId.values()) session.end(failure)
  }

  #make(sessionId: string): LiveSession {
    const channel = createEventChannel(KEPT, (count) =>
      this.#context.diagnose({ _tag: "EventsDropped", sessionId, count })
    )
    const session = new LiveSession(sessionId, this.#context, channel)
    this.#byId.set(sessionId, session)
    if (this.#ended !== undefined) session.end(this.#ended)
    return session
  }

  #forgetOldest(): void {
    for (const [id, session] of this.#byId) {
      if (session.claimed) continue
      this.#byId.delete(id)
      this.#unclaimed--
      this.#context.diagnose({ _tag: "EventsDropped", sessionId: id, count: session.tracker.emitted })
      return
    }
  }
}
