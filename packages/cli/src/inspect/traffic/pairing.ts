/** Pairs answers with requests, in both directions. */
import type { RpcId } from "@rxacp/core"
import type { Entry, Side } from "./entry.ts"

/** How an answer relates to what was asked. */
export type Paired =
  | { readonly _tag: "Answer"; readonly request: Entry }
  | { readonly _tag: "Duplicate"; readonly request: Entry }
  | { readonly _tag: "Stray" }

/** Answered requests that are remembered in each direction, to tell a second answer from a stray one. */
const MOST_ANSWERED = 10_000
/** Open requests that are remembered in each direction; past it the oldest is forgotten and its answer counts as stray. */
const MOST_OPEN = 100_000

const idText = (id: RpcId): string => `${typeof id}:${id}`

const forgetOldest = (map: Map<string, Entry>, most: number): void => {
  if (map.size <= most) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}

/** The requests that wait for an answer, by who asked. */
export class Pairing {
  readonly #open = { client: new Map<string, Entry>(), agent: new Map<string, Entry>() }
  readonly #answered = { client: new Map<string, Entry>(), agent: new Map<string, Entry>() }

  /** Takes a request of `side`; gives the open request that has the same id, if there is one. */
  asked(side: Side, id: RpcId, request: Entry): Entry | undefined {
    const key = idText(id)
    const before = this.#open[side].get(key)
    this.#open[side].set(key, request)
    this.#answered[side].delete(key)
    forgetOldest(this.#open[side], MOST_OPEN)
    return before
  }

  /** Takes an answer that `side` wrote. */
  answered(side: Side, id: RpcId): Paired {
    const asker = side === "client" ? "agent" : "client"
    const key = idText(id)
    const request = this.#open[asker].get(key)
    if (request !== undefined) {
      this.#open[asker].delete(key)
      this.#answered[asker].set(key, request)
      forgetOldest(this.#answered[asker], MOST_ANSWERED)
      return { _tag: "Answer", request }
    }
    const before = this.#answered[asker].get(key)
    return before === undefined ? { _tag: "Stray" } : { _tag: "Duplicate", request: before }
  }

  /** The requests without an answer. */
  open(): ReadonlyArray<Entry> {
    return [...this.#open.client.values(), ...this.#open.agent.values()].sort((a, b) => a.place - b.place)
  }
}
