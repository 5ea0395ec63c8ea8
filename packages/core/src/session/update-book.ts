/**
 * What has to be remembered of the updates of one session: which turn an id belongs to, and the account of the
 * running turn against its caps. It changes in place, since updates come by the thousand.
 */
import type { ByteShare } from "../internal/byte-budget.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import type { ReplyLimits } from "./limits.ts"
import type { placeOf } from "./machine/state.ts"
import { belongsToTurn, Owners } from "./owners.ts"
import { type ReplyMeter, replyMeter } from "./reply-meter.ts"
import type { UpdatePhase } from "./session-event.ts"

/** Counts of the reply of one turn, by whether its chunks were taken for the turn's. */
interface ReplyCounts {
  own: number
  late: number
}

/** The memory of one session's updates. */
export class UpdateBook {
  readonly #owners: Owners
  #meter: ReplyMeter | undefined
  #reply: ReplyCounts = { own: 0, late: 0 }
  /** The cost of the session, as the agent reported it last. */
  #cost: number | undefined

  constructor(ids: ByteShare) {
    this.#owners = new Owners(ids)
  }

  /** The account of the running turn, when it has caps. */
  get meter(): ReplyMeter | undefined {
    return this.#meter
  }

  /** Whether all that the turn replied was taken for an earlier turn's, because its message ids were used before. */
  get idsReused(): boolean {
    return this.#reply.late > 0 && this.#reply.own === 0
  }

  turnStarted(caps: ReplyLimits | undefined): void {
    this.#meter = caps === undefined ? undefined : replyMeter(caps, this.#cost)
    this.#reply = { own: 0, late: 0 }
  }

  turnEnded(): void {
    this.#meter = undefined
  }

  loadStarted(): void {
    this.#owners.clear()
  }

  /** The session is over: what it remembers makes room for others. */
  forget(): void {
    this.#owners.clear()
  }

  /** The phase of the next update; what it is about belongs from now on to the turn that it came in. */
  phaseOf(event: UpdateEvent, place: ReturnType<typeof placeOf>, turn: number): UpdatePhase {
    const update = event._tag === "Update" ? event.update : undefined
    if (update?.sessionUpdate === "usage_update") this.#cost = update.cost?.amount ?? this.#cost
    switch (place) {
      case "fresh":
        return "between"
      case "replay":
        return "replay"
      case "turn": {
        if (update === undefined) return "turn"
        const phase = this.#owners.claim(update, turn) === turn ? "turn" : "late"
        if (update.sessionUpdate === "agent_message_chunk") this.#reply[phase === "turn" ? "own" : "late"]++
        return phase
      }
      case "ended":
        if (update === undefined || !belongsToTurn(update)) return "between"
        this.#owners.claim(update, turn)
        return "late"
    }
  }
}
