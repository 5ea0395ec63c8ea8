/**
 * Many permission requests that wait, as snapshots that share one table. The newest snapshot has the table; each older one
 * knows which entry to put back to get there from the next newer, and takes the table when somebody reads it. So a request
 * costs the same however many wait, and no snapshot keeps what went before it.
 */
import type { RpcId } from "@rxacp/core"
import type { PendingPermission } from "./turn-state.ts"

interface Slot {
  /** The order in which requests came. */
  readonly serial: number
  readonly pending: PendingPermission
}

type Table = Map<RpcId, Slot>

/** The step from the snapshot that has the table (or is nearer to it) to this one. */
interface Step {
  readonly newer: OpenRequests
  readonly id?: RpcId
  readonly slot?: Slot | undefined
}

const put = (table: Table, id: RpcId, slot: Slot | undefined): void => {
  if (slot === undefined) table.delete(id)
  else table.set(id, slot)
}

export class OpenRequests {
  #table: Table | undefined
  #step: Step | undefined
  #array: ReadonlyArray<PendingPermission> | undefined
  readonly #nextSerial: number
  /** Requests with a lower serial have outlived their turn. */
  readonly #endedBefore: number

  private constructor(table: Table, nextSerial: number, endedBefore: number) {
    this.#table = table
    this.#nextSerial = nextSerial
    this.#endedBefore = endedBefore
  }

  /** A first snapshot that holds these requests. */
  static from(requests: ReadonlyArray<PendingPermission>): OpenRequests {
    const table: Table = new Map(requests.map((pending, serial) => [pending.id, { serial, pending }]))
    return new OpenRequests(table, requests.length, 0)
  }

  /** The request with this id. */
  get(id: RpcId): PendingPermission | undefined {
    const slot = this.#own().get(id)
    return slot && this.#shown(slot)
  }

  /** This snapshot and one more request; one with the same id goes. */
  with(pending: PendingPermission): OpenRequests {
    return this.#changed(pending.id, { serial: this.#nextSerial, pending })
  }

  /** This snapshot without the request of this id. */
  without(id: RpcId): OpenRequests {
    return this.#changed(id, undefined)
  }

  /** Whether no request came since all had outlived their turns. */
  get allEnded(): boolean {
    return this.#endedBefore === this.#nextSerial
  }

  /** This snapshot with `turnEnded` on every request. */
  turnEnded(): OpenRequests {
    const next = new OpenRequests(this.#own(), this.#nextSerial, this.#nextSerial)
    this.#give({ newer: next })
    return next
  }

  /** The requests in the order in which they came. */
  toArray(): ReadonlyArray<PendingPermission> {
    this.#array ??= [...this.#own().values()].sort((a, b) => a.serial - b.serial).map((slot) => this.#shown(slot))
    return this.#array
  }

  #shown({ serial, pending }: Slot): PendingPermission {
    return serial < this.#endedBefore && !pending.turnEnded ? { ...pending, turnEnded: true } : pending
  }

  #changed(id: RpcId, slot: Slot | undefined): OpenRequests {
    const table = this.#own()
    const before = table.get(id)
    put(table, id, slot)
    // Without a new request the serial stays, so that what has ended is still all of it.
    const nextSerial = slot === undefined ? this.#nextSerial : this.#nextSerial + 1
    const next = new OpenRequests(table, nextSerial, this.#endedBefore)
    this.#give({ newer: next, id, slot: before })
    return next
  }

  #give(step: Step): void {
    this.#table = undefined
    this.#step = step
  }

  /** Takes the table over from the snapshot that has it, by undoing step after step. */
  #own(): Table {
    const path: Array<OpenRequests> = []
    let owner: OpenRequests = this
    while (owner.#table === undefined && owner.#step !== undefined) {
      path.push(owner)
      owner = owner.#step.newer
    }
    const table = owner.#table ?? new Map()
    for (let older = path.pop(); older !== undefined; older = path.pop()) {
      const { id, slot } = older.#step ?? {}
      owner.#give(id === undefined ? { newer: older } : { newer: older, id, slot: table.get(id) })
      if (id !== undefined) put(table, id, slot)
      older.#table = table
      older.#step = undefined
      owner = older
    }
    return table
  }
}
