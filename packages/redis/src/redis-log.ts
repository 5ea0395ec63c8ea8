/** The session log on Redis Streams. */
import {
  formatPosition,
  LogFenced,
  LogGap,
  LogUnavailable,
  type LogWriter,
  type Position,
  type PostedCommand,
  pullEntries,
  type ReadOptions,
  type SessionLog
} from "@rxacp/core/log"
import { Hub } from "./hub.ts"
import { type LogKeys, logKeys } from "./keys.ts"
import { type RedisClient, type Send, sender } from "./redis-client.ts"
import { list, logEntries, position } from "./replies.ts"
import { retrying } from "./retrying.ts"
import {
  appendScript,
  expireScript,
  leaseScript,
  openScript,
  postScript,
  rangeScript,
  renewScript,
  run,
  type Script,
  snapshotScript,
  takeScript,
  trimScript
} from "./scripts.ts"

/** When an append counts as done. */
export type Durability = "server" | { readonly replicas: number; readonly timeoutMs: number }

/** How a log is kept on Redis. */
export interface RedisLogOptions {
  /**
   * A connected client of `redis` 6 or `ioredis` 6. It stays its owner's, who listens for its errors; one connection more, with the
   * same settings, is made for the reads that block.
   */
  readonly client: RedisClient
  /** Begins every key. Default `rxacp`. */
  readonly prefix?: string
  /**
   * `server` (default): an append counts as done when the server has it, and how soon it is on a disk is the server's setting
   * (`appendfsync`). With `replicas`, only when so many replicas have it as well (`WAIT`); fewer within `timeoutMs` is
   * `LogUnavailable`.
   */
  readonly durability?: Durability
  /** Milliseconds for which calls are repeated while the server is away. Default 30,000. */
  readonly retryMs?: number
  /** Bytes that may wait for one follower; past it, it reads the stream itself. Default 1 MiB. */
  readonly followerBytes?: number
  /** Entries of one pull. Default 512. */
  readonly readCount?: number
}

/** A log on Redis. */
export interface RedisLog extends SessionLog {
  /** Closes what this log has opened; the client stays open. */
  close(): void
}

/**
 * A log on one Redis server (6.2 or later), in a stream of its own for each key, with ids that are the positions. All followers of
 * one log object share one connection. Throws a `RangeError` for a number that is not positive.
 */
export const redisLog = (options: RedisLogOptions): RedisLog => {
  const { client, prefix = "rxacp", retryMs = 30_000, followerBytes = 1024 * 1024, readCount = 512 } = options
  for (const [name, value] of Object.entries({ retryMs, followerBytes, readCount })) {
    if (!(value > 0)) throw new RangeError(`${name} must be over 0, not ${value}`)
  }
  const { durability = "server" } = options
  const send = sender(client)
  const hub = new Hub(client, followerBytes)
  const keysOf = (key: string): LogKeys => logKeys(prefix, key)
  const leases = new Map<string, ReturnType<SessionLog["lease"]>>()

  const call = (
    key: string,
    script: Script,
    keys: ReadonlyArray<string>,
    args: ReadonlyArray<string>,
    signal?: AbortSignal
  ): Promise<ReadonlyArray<unknown>> =>
    retrying({ key, retryMs, signal }, async () => list(await run(send, script, keys, args)))

  const entriesOf = (key: string, stream: string, readOptions: ReadOptions = {}) =>
    pullEntries(
      {
        range: async (after) => {
          const args = [formatPosition(after), String(readCount)]
          const reply = await call(key, rangeScript, [keysOf(key).meta, stream], args, readOptions.signal)
          return { birth: String(reply[0]), last: position(reply[1]), entries: logEntries(reply[2]) }
        },
        tail: (after, signal) => hub.join(stream, after, signal)
      },
      readOptions
    )

  const lease = async (key: string) => {
    const { meta, lease } = keysOf(key)
    const [epoch, last, rest] = await call(key, leaseScript, [meta, lease], [])
    return { epoch: Number(epoch), last: position(last), remainingMs: Math.max(0, Number(rest)) }
  }

  return {
    open: async (key) => {
      const keys = keysOf(key)
      const { meta, lease, entries, posted, commands } = keys
      const token = crypto.randomUUID()
      const reply = await call(key, openScript, [meta, lease, entries, posted, commands], [token, crypto.randomUUID()])
      const epoch = Number(reply[0])
      const writer = { key, keys, epoch, token, previous: position(reply[1]) }
      return new RedisWriter(writer, { send, hub, call, durability })
    },
    read: (key, readOptions) => entriesOf(key, keysOf(key).entries, readOptions),
    snapshot: async (key) => {
      const reply = await retrying({ key, retryMs }, () => send("HMGET", keysOf(key).meta, "snapshotAt", "snapshot"))
      const [at, state] = list(reply)
      return typeof at === "string" && typeof state === "string" ? { at: position(at), state } : undefined
    },
    lease: (key) => {
      // Followers of one session ask at the same time.
      const asked = leases.get(key) ?? lease(key).finally(() => leases.delete(key))
      leases.set(key, asked)
      return asked
    },
    post: async (key, id, command) => {
      const { posted, commands } = keysOf(key)
      await call(key, postScript, [posted, commands], [id, JSON.stringify({ id, command })])
    },
    close: () => hub.close()
  }
}

interface Shared {
  readonly send: Send
  readonly hub: Hub
  readonly durability: Durability
  readonly call: (
    key: string,
    script: Script,
    keys: ReadonlyArray<string>,
    args: ReadonlyArray<string>,
    signal?: AbortSignal
  ) => Promise<ReadonlyArray<unknown>>
}

interface Opened {
  readonly key: string
  readonly keys: LogKeys
  readonly epoch: number
  readonly token: string
  readonly previous: Position
}

class RedisWriter implements LogWriter {
  readonly key: string
  readonly epoch: number
  readonly previous: Position
  readonly #keys: LogKeys
  readonly #token: string
  readonly #shared: Shared
  /** Ids in the stream of the commands that were handed out. */
  readonly #streamIds = new Map<string, string>()

  constructor({ key, epoch, previous, keys, token }: Opened, shared: Shared) {
    this.key = key
    this.epoch = epoch
    this.previous = previous
    this.#keys = keys
    this.#token = token
    this.#shared = shared
  }

  async append(firstN: number, items: ReadonlyArray<string>): Promise<void> {
    await this.#call(appendScript, [this.#keys.entries], [String(firstN), ...items], firstN)
    await this.#replicated()
  }

  async snapshot(n: number, state: string): Promise<void> {
    await this.#call(snapshotScript, [], [formatPosition({ epoch: this.epoch, n }), state])
  }

  async renew(ms: number): Promise<void> {
    await this.#call(renewScript, [this.#keys.lease], [String(Math.ceil(ms))])
  }

  async trim({ epoch, n }: Position): Promise<void> {
    await this.#call(trimScript, [this.#keys.entries], [formatPosition({ epoch, n: n + 1 })])
  }

  async expire(ms: number): Promise<void> {
    const { entries, posted, commands } = this.#keys
    await this.#call(expireScript, [entries, posted, commands], [String(Math.ceil(ms))])
  }

  async *commands({ signal }: { readonly signal?: AbortSignal } = {}): AsyncGenerator<PostedCommand> {
    const { commands, meta } = this.#keys
    const { hub, call } = this.#shared
    let after: Position = { epoch: 0, n: 0 }
    while (signal?.aborted !== true) {
      const reply = await call(this.key, rangeScript, [meta, commands], [formatPosition(after), "64"], signal)
      const entries = logEntries(reply[2])
      for (const { at, item } of entries) {
        after = at
        const posted: PostedCommand = JSON.parse(item)
        this.#streamIds.set(posted.id, formatPosition(at))
        yield posted
      }
      if (entries.length > 0) continue
      const tail = hub.join(commands, after, signal)
      // What it brings is read as a range, whose end is also the end of the tail.
      await tail.next()
      tail.close()
    }
  }

  async take(id: string): Promise<boolean> {
    const { posted, commands } = this.#keys
    const args = [id, crypto.randomUUID(), this.#streamIds.get(id) ?? ""]
    const [, taken] = await this.#call(takeScript, [posted, commands], args)
    this.#streamIds.delete(id)
    return taken === "1"
  }

  async #call(script: Script, keys: ReadonlyArray<string>, args: ReadonlyArray<string>, firstN = 0) {
    const { key, epoch } = this
    const reply = await this.#shared.call(
      key,
      script,
      [this.#keys.meta, ...keys],
      [String(epoch), this.#token, ...args]
    )
    const [outcome, fact] = reply
    if (outcome === "FENCED") throw new LogFenced({ key, epoch, current: Number(fact) })
    if (outcome === "GAP") throw new LogGap({ key, last: { epoch, n: Number(fact) }, firstN })
    return reply
  }

  /** The entries are written; whether they are in as many places as was asked for decides whether the append counts. */
  async #replicated(): Promise<void> {
    const { durability, send } = this.#shared
    if (durability === "server") return
    const { replicas, timeoutMs } = durability
    const reached = Number(await send("WAIT", String(replicas), String(timeoutMs)))
    if (reached >= replicas) return
    throw new LogUnavailable({ key: this.key, reason: `${reached} of ${replicas} replicas within ${timeoutMs} ms` })
  }
}
