/** Many turns, as a list that shares what came before, so that one more costs the same however many there are. */
import type { TurnState } from "./turn-state.ts"

/** A list of at least one turn. */
export class TurnList {
  readonly last: TurnState
  readonly #before: TurnList | undefined
  readonly #length: number
  #array: ReadonlyArray<TurnState> | undefined

  private constructor(before: TurnList | undefined, last: TurnState) {
    this.last = last
    this.#before = before
    this.#length = before === undefined ? 1 : before.#length + 1
  }

  /** The list of these turns; undefined when there is none. */
  static from(turns: ReadonlyArray<TurnState>): TurnList | undefined {
    let list: TurnList | undefined
    for (const turn of turns) list = new TurnList(list, turn)
    return list
  }

  /** This list and one more turn. */
  with(turn: TurnState): TurnList {
    return new TurnList(this, turn)
  }

  /** This list with another last turn. */
  withLast(turn: TurnState): TurnList {
    return new TurnList(this.#before, turn)
  }

  /** The turns in order. */
  toArray(): ReadonlyArray<TurnState> {
    if (this.#array !== undefined) return this.#array
    const turns = new Array<TurnState>(this.#length)
    let rest: TurnList | undefined = this
    for (let place = this.#length - 1; rest !== undefined; place -= 1) {
      turns[place] = rest.last
      rest = rest.#before
    }
    this.#array = turns
    return turns
  }
}
