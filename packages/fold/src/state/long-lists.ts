/** The lists of a state that would cost more to copy the longer they are. */
import { OpenRequests } from "./open-requests.ts"
import { TurnList } from "./turn-list.ts"
import type { PendingPermission, TurnState } from "./turn-state.ts"

/** From how many items on a list is kept in its long form. */
export const LONG = 32

/** The part of a state that is about these lists. */
interface Listed {
  readonly long: LongLists | null
  readonly turns: ReadonlyArray<TurnState>
  readonly pendingPermissions: ReadonlyArray<PendingPermission>
}

/** The turns and the open permission requests of a state, in forms that share what did not change. */
export class LongLists {
  readonly #turns: TurnList | undefined
  readonly #requests: OpenRequests

  constructor(turns: TurnList | undefined, requests: OpenRequests) {
    this.#turns = turns
    this.#requests = requests
  }

  /** The lists of a state, which may still be short ones. */
  static of(state: Listed): LongLists {
    return state.long ?? new LongLists(TurnList.from(state.turns), OpenRequests.from(state.pendingPermissions))
  }

  get turns(): TurnList | undefined {
    return this.#turns
  }

  get requests(): OpenRequests {
    return this.#requests
  }
}
