/** The rows of the list that a query selects, found once and then only among what has come since. */
import type { Query, TrafficLog } from "../traffic/traffic-log.ts"

/** Entries that are looked at in one go; what is left is looked at when the next rows are asked for. */
const MOST_LOOKS = 500_000

/** The places that one query selects. */
export class Rows {
  readonly #log: TrafficLog
  readonly #query: Query
  #places: Array<number> = []
  #looked = 0

  constructor(log: TrafficLog, query: Query) {
    this.#log = log
    this.#query = query
  }

  /** The places of rows `from` up to `from + count`, and how many rows there are. */
  slice(from: number, count: number): { readonly places: ReadonlyArray<number>; readonly total: number } {
    const { first, end } = this.#log.range
    this.#looked = Math.max(this.#looked, first)
    const until = Math.min(end, this.#looked + MOST_LOOKS)
    for (; this.#looked < until; this.#looked++) {
      if (this.#log.matches(this.#looked, this.#query)) this.#places.push(this.#looked)
    }
    const gone = this.#places.findIndex((place) => place >= first)
    if (gone > 0) this.#places = this.#places.slice(gone)
    else if (gone === -1) this.#places = []
    return { places: this.#places.slice(from, from + count), total: this.#places.length }
  }
}
