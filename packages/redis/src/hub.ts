/** One blocked read over many streams, for any number of followers in this process. */
import { comparePositions, formatPosition, type LogEntry, type LogTail, type Position } from "@rxacp/core/log"
import { type Connection, duplicate, type RedisClient, type Send, sender } from "./redis-client.ts"
import { logEntries, streams } from "./replies.ts"

/** The most entries of one stream in one read. */
const COUNT = "256"
/** A read that nothing wakes ends after so long. */
const BLOCK_MS = "2000"
/** Until a wake is sent again, when the read had not begun to block. */
const WAKE_AGAIN_MS = 5
/** After a failed read. */
const PAUSE_MS = 50
/** What an entry costs besides its text. */
const ENTRY_BYTES = 64

/** One reader at the live end of a stream. */
class Follower implements LogTail {
  readonly #bound: number
  readonly #leave: (follower: Follower) => void
  readonly #signal: AbortSignal | undefined
  #after: Position
  #waiting: Array<ReadonlyArray<LogEntry>> = []
  #bytes = 0
  #behind: boolean
  #wake = (): void => {}

  constructor(
    after: Position,
    bound: number,
    options: { signal: AbortSignal | undefined; behind: boolean; leave: (follower: Follower) => void }
  ) {
    this.#after = after
    this.#bound = bound
    this.#behind = options.behind
    this.#signal = options.signal
    this.#leave = options.leave
    this.#signal?.addEventListener("abort", this.#stop)
  }

  readonly #stop = (): void => this.fallBehind()

  /** Takes what was read, or drops everything when that would pass the bound: then it is read again as a range. */
  deliver(read: ReadonlyArray<LogEntry>, bytes: number): void {
    const first = read[0]
    if (first === undefined) return
    const fresh =
      comparePositions(first.at, this.#after) > 0
        ? read
        : read.filter(({ at }) => comparePositions(at, this.#after) > 0)
    const last = fresh.at(-1)
    if (last === undefined) return
    // What is not waited for is counted; what is asked for is handed out whatever its size.
    if (this.#waiting.length > 0 && this.#bytes + bytes > this.#bound) {
      this.fallBehind()
      return
    }
    this.#after = last.at
    this.#waiting.push(fresh)
    this.#bytes += bytes
    this.#wake()
  }

  /** What comes next has to be read as a range. */
  fallBehind(): void {
    this.#waiting = []
    this.#bytes = 0
    this.#behind = true
    this.#leave(this)
    this.#wake()
  }

  async next(): Promise<ReadonlyArray<LogEntry> | undefined> {
    while (this.#waiting.length === 0 && !this.#behind) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#waiting.length === 0) return undefined
    const all = this.#waiting.length === 1 ? this.#waiting[0] : this.#waiting.flat()
    this.#waiting = []
    this.#bytes = 0
    return all
  }

  close(): void {
    this.#signal?.removeEventListener("abort", this.#stop)
    this.#behind = true
    this.#leave(this)
  }
}

/** The live end of one stream. */
interface Tap {
  at: Position
  readonly followers: Set<Follower>
}

/** Reads the ends of all streams that are followed with one connection. */
export class Hub {
  readonly #client: RedisClient
  readonly #send: Send
  readonly #bound: number
  readonly #taps = new Map<string, Tap>()
  #running = false
  #closed = false
  /** Counts the reads, so that a wake can tell whether it has had its effect. */
  #reads = 0
  #blocked: { readonly id: string } | undefined

  constructor(client: RedisClient, followerBytes: number) {
    this.#client = client
    this.#send = sender(client)
    this.#bound = followerBytes
  }

  /** Joins the end of a stream after a position. */
  join(stream: string, after: Position, signal: AbortSignal | undefined): LogTail {
    const known = this.#taps.get(stream)
    const behind =
      this.#closed || signal?.aborted === true || (known !== undefined && comparePositions(known.at, after) > 0)
    const tap = known ?? { at: after, followers: new Set() }
    const follower = new Follower(after, this.#bound, {
      signal,
      behind,
      leave: (leaving) => {
        tap.followers.delete(leaving)
        if (tap.followers.size === 0 && this.#taps.get(stream) === tap) this.#taps.delete(stream)
      }
    })
    if (behind) return follower
    tap.followers.add(follower)
    if (known === undefined) {
      this.#taps.set(stream, tap)
      if (this.#running) void this.#wake()
      else void this.#run()
    }
    return follower
  }

  /** Ends the reading; followers then have to read ranges. */
  close(): void {
    this.#closed = true
    this.#scatter()
    void this.#wake()
  }

  async #run(): Promise<void> {
    this.#running = true
    let connection: Connection | undefined
    while (this.#taps.size > 0) {
      try {
        connection ??= await this.#connect()
        await this.#read(connection)
      } catch {
        // Whatever came while the connection was away is read as a range; the failure shows there.
        connection?.close()
        connection = undefined
        this.#scatter()
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }
    this.#running = false
    connection?.close()
  }

  async #connect(): Promise<Connection> {
    const connection = await duplicate(this.#client)
    this.#blocked = { id: String(await connection.send("CLIENT", "ID")) }
    return connection
  }

  async #read({ send }: Connection): Promise<void> {
    const taps = [...this.#taps]
    this.#reads++
    const names = taps.map(([stream]) => stream)
    const from = taps.map(([, { at }]) => formatPosition(at))
    const reply = await send("XREAD", "COUNT", COUNT, "BLOCK", BLOCK_MS, "STREAMS", ...names, ...from)
    this.#reads++
    for (const [stream, read] of streams(reply)) {
      const tap = this.#taps.get(stream)
      const entries = logEntries(read)
      const last = entries.at(-1)
      if (tap === undefined || last === undefined) continue
      tap.at = last.at
      const bytes = entries.reduce((sum, { item }) => sum + item.length + ENTRY_BYTES, 0)
      for (const follower of [...tap.followers]) follower.deliver(entries, bytes)
    }
  }

  #scatter(): void {
    for (const { followers } of [...this.#taps.values()]) for (const follower of [...followers]) follower.fallBehind()
  }

  /** Ends the blocked read, so that the next one has the new streams. */
  async #wake(): Promise<void> {
    const reads = this.#reads
    // Odd while a read runs.
    while (reads % 2 === 1 && this.#reads === reads && this.#blocked !== undefined) {
      await this.#send("CLIENT", "UNBLOCK", this.#blocked.id).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, WAKE_AGAIN_MS))
    }
  }
}
