/** The sessions of one connection, by id. */
import type { RxacpFailure } from "../failures.ts"
import { type AnsweredCall, answerFact } from "../session/answer-fact.ts"
import type { ConnectionContext } from "./context.ts"
import { EventChannel } from "./event-channel.ts"
import { LiveSession } from "./live-session.ts"

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

  /** The session, if anybody has named it. */
  known(sessionId: string): LiveSession | undefined {
    return this.#byId.get(sessionId)
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

  /** A call was answered, whether or not it is still waited for: what that means for a session. */
  answered(call: AnsweredCall): void {
    const answer = answerFact(call)
    if (answer === undefined) return
    const { sessionId, fact } = answer
    if (fact.type === "ended") this.#remove(sessionId, fact.failure)
    else if (fact.type === "created") this.claimed(sessionId).take(fact)
    else this.#byId.get(sessionId)?.take(fact)
  }

  /** The connection is over. */
  end(failure: RxacpFailure): void {
    this.#ended = failure
    for (const session of this.#byId.values()) session.take({ type: "ended", failure })
  }

  /** The session is over: its events complete, a later mention starts a new one. */
  #remove(sessionId: string, failure: RxacpFailure): void {
    const session = this.#byId.get(sessionId)
    if (session === undefined) return
    this.#byId.delete(sessionId)
    if (!session.claimed) this.#unclaimed--
    session.take({ type: "ended", failure })
    session.machine.forget()
  }

  #make(sessionId: string): LiveSession {
    const { diagnose, budget } = this.#context
    const channel = new EventChannel({
      share: budget.share("events"),
      dropped: (count) => diagnose({ _tag: "EventsDropped", sessionId, count })
    })
    const session = new LiveSession(sessionId, this.#context, channel)
    this.#byId.set(sessionId, session)
    if (this.#ended !== undefined) session.take({ type: "ended", failure: this.#ended })
    return session
  }

  /** Forgets the oldest session that only the agent has named and in which nothing is open. */
  #forgetOldest(): void {
    for (const [sessionId, session] of this.#byId) {
      if (session.claimed || session.machine.state.requests.size > 0) continue
      this.#byId.delete(sessionId)
      this.#unclaimed--
      session.forget()
      session.machine.forget()
      // A replay has to start the numbers of its events over as well.
      this.#context.transport.record({ type: "sessionForgotten", sessionId }, () => {})
      this.#context.diagnose({ _tag: "EventsDropped", sessionId, count: session.machine.emitted })
      return
    }
  }
}
