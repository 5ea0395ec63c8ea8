/** A log in the memory of one process: for tests, and to see how a log behaves. */
import { Changes } from "./changes.ts"
import { LogFenced, LogGap } from "./log-failure.ts"
import { comparePositions, type Position, START } from "./position.ts"
import { pullEntries } from "./pull-entries.ts"
import type { LogEntry, LogSnapshot, LogWriter, PostedCommand, SessionLog } from "./session-log.ts"

const BATCH = 512

/** Everything that is kept under one key. */
class Kept {
  epoch = 0
  last: Position = START
  entries: Array<LogEntry> = []
  snapshot: LogSnapshot | undefined
  leaseUntil = 0
  readonly posted = new Map<string, string>()
  readonly taken = new Set<string>()
  readonly changes = new Changes()
  expiry: ReturnType<typeof setTimeout> | undefined

  /** Place of the first entry after a position. */
  after(position: Position): number {
    let low = 0
    let high = this.entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      const entry = this.entries[middle]
      if (entry !== undefined && comparePositions(entry.at, position) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

class MemoryWriter implements LogWriter {
  readonly key: string
  readonly epoch: number
  readonly previous: Position
  readonly #kept: Kept
  readonly #drop: () => void

  constructor(key: string, kept: Kept, drop: () => void) {
    this.key = key
    this.#kept = kept
    this.#drop = drop
    this.epoch = ++kept.epoch
    this.previous = kept.last
    kept.leaseUntil = 0
    clearTimeout(kept.expiry)
    kept.changes.notify()
  }

  async append(firstN: number, items: ReadonlyArray<string>): Promise<void> {
    const kept = this.#current()
    const n = kept.last.epoch === this.epoch ? kept.last.n : 0
    const last = { epoch: this.epoch, n }
    if (firstN > n + 1) throw new LogGap({ key: this.key, last, firstN })
    items.slice(n + 1 - firstN).forEach((item, index) => {
      const at = { epoch: this.epoch, n: n + 1 + index }
      kept.entries.push(at.n === 1 ? { at, item, previous: this.previous } : { at, item })
      kept.last = at
    })
    kept.changes.notify()
  }

  async snapshot(n: number, state: string): Promise<void> {
    this.#current().snapshot = { at: { epoch: this.epoch, n }, state }
  }

  async renew(ms: number): Promise<void> {
    this.#current().leaseUntil = Date.now() + ms
  }

  async trim(upTo: Position): Promise<void> {
    const kept = this.#current()
    kept.entries.splice(0, kept.after(upTo))
  }

  async expire(ms: number): Promise<void> {
    const kept = this.#current()
    clearTimeout(kept.expiry)
    kept.expiry = setTimeout(this.#drop, ms)
  }

  async *commands({ signal }: { readonly signal?: AbortSignal } = {}): AsyncGenerator<PostedCommand> {
    const given = new Set<string>()
    while (signal?.aborted !== true) {
      const { posted, taken, changes } = this.#current()
      const next = [...posted].find(([id]) => !given.has(id) && !taken.has(id))
      if (next === undefined) await changes.next(signal)
      else {
        const [id, command] = next
        given.add(id)
        yield { id, command }
      }
    }
  }

  async take(id: string): Promise<boolean> {
    const { taken } = this.#current()
    if (taken.has(id)) return false
    taken.add(id)
    return true
  }

  #current(): Kept {
    const { epoch } = this.#kept
    if (epoch !== this.epoch) throw new LogFenced({ key: this.key, epoch: this.epoch, current: epoch })
    return this.#kept
  }
}

/** A log that lives as long as the process. Everything that was written stays in memory until it is trimmed or expires. */
export const memoryLog = (): SessionLog => {
  const logs = new Map<string, Kept>()
  let births = 0
  const birthOf = new WeakMap<Kept, string>()

  const keptOf = (key: string): Kept => {
    const known = logs.get(key)
    if (known !== undefined) return known
    const kept = new Kept()
    birthOf.set(kept, String(++births))
    logs.set(key, kept)
    return kept
  }
  const drop = (key: string, kept: Kept): void => {
    if (logs.get(key) !== kept) return
    logs.delete(key)
    // Its writer is refused from now on.
    kept.epoch = 0
    kept.changes.notify()
  }

  return {
    open: async (key) => {
      const kept = keptOf(key)
      return new MemoryWriter(key, kept, () => drop(key, kept))
    },
    read: (key, options) =>
      pullEntries(
        {
          range: async (after) => {
            const kept = keptOf(key)
            const from = kept.after(after)
            const birth = birthOf.get(kept) ?? ""
            return { birth, last: kept.last, entries: kept.entries.slice(from, from + BATCH) }
          },
          tail: (after, signal) => {
            const kept = keptOf(key)
            return {
              next: async () => {
                if (kept.after(after) === kept.entries.length) await kept.changes.next(signal)
                return undefined
              },
              close: () => {}
            }
          }
        },
        options
      ),
    snapshot: async (key) => keptOf(key).snapshot,
    lease: async (key) => {
      const { epoch, leaseUntil, last } = keptOf(key)
      return { epoch, last, remainingMs: Math.max(0, leaseUntil - Date.now()) }
    },
    post: async (key, id, command) => {
      const { posted, taken, changes } = keptOf(key)
      if (!posted.has(id) && !taken.has(id)) posted.set(id, command)
      changes.notify()
    }
  }
}
