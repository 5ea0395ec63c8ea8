/** Where the updates of one session stand: in the turn that runs, late, in the replay of a load, or between turns. */
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import { belongsToTurn, Owners } from "./owners.ts"
import type { UpdatePhase } from "./session-event.ts"

/** Tells the phase of each update from what was started and ended before it. */
export class Phases {
  readonly #owners = new Owners()
  /** The turn that runs, or the one that ran last. */
  #turn = 0
  /** `fresh`: nothing has run yet that an update could be late for; a load ends what came before it. */
  #now: "fresh" | "turn" | "ended" | "replay" = "fresh"

  turnStarted(turn: number): void {
    this.#turn = turn
    this.#now = "turn"
  }

  turnEnded(): void {
    this.#now = "ended"
  }

  loadStarted(): void {
    this.#owners.clear()
    this.#now = "replay"
  }

  loadEnded(): void {
    this.#now = "fresh"
  }

  /** The phase of the next update. What it is about belongs from now on to the turn it came in. */
  of(event: UpdateEvent): UpdatePhase {
    const update = event._tag === "Update" ? event.update : undefined
    switch (this.#now) {
      case "fresh":
        return "between"
      case "replay":
        return "replay"
      case "turn":
        return update === undefined || this.#owners.claim(update, this.#turn) === this.#turn ? "turn" : "late"
      case "ended":
        if (update === undefined || !belongsToTurn(update)) return "between"
        this.#owners.claim(update, this.#turn)
        return "late"
    }
  }
}
