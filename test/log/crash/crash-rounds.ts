/** Rounds in which a host, a follower or the server is killed at a random moment, and what must hold after each. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { SessionEvent } from "@rxacp/core"
import { replayJournal } from "@rxacp/core/journal"
import { comparePositions, type LogEntry, type Position, readLogJournal, type SessionLog, START } from "@rxacp/core/log"
import { emptySession, foldSession, type SerializedSession, type SessionState, serializeSession } from "@rxacp/fold"
import { redisLog } from "@rxacp/redis"
import { build } from "esbuild"
import { createClient } from "redis"
import { filter, lastValueFrom, toArray } from "rxjs"
import { type RedisServer, redisServer } from "../../support/redis-server.ts"

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const FOLLOWERS = 2
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** What the rounds have shown. */
export interface CrashReport {
  readonly rounds: number
  readonly kills: Readonly<Record<string, number>>
  /** Events in the logs of all rounds. */
  readonly events: number
  /** Folds of followers that were compared with the fold of the log up to their position. */
  readonly compared: number
  /** Times a follower was ahead of the log, since the server had lost what it had given out. */
  readonly ahead: number
  /** Hosts that were frozen, replaced and woken, and that then ended with `LogFenced`. */
  readonly fenced: number
  /** Everything that must not be; empty. */
  readonly wrong: ReadonlyArray<string>
}

/** How many rounds there are, and what the server is told about its file. */
export interface CrashOptions {
  readonly rounds: number
  readonly appendfsync: "everysec" | "always"
}

/** A follower's file. */
interface Kept {
  readonly at: Position | null
  readonly session: SerializedSession
  readonly producer: string
  readonly doubled: number
  readonly gaps: number
}

interface Farewell {
  readonly failure?: { readonly _tag: string; readonly reason?: string }
  readonly confirmed: Readonly<Record<string, readonly [epoch: number, n: number]>>
}

interface Host {
  readonly child: ChildProcess
  readonly ready: Promise<unknown>
  readonly farewell: Promise<Farewell | undefined>
}

/** The entries of a session's log, read on from where they were read before, with the fold up to each position asked for. */
class Reference {
  readonly #log: SessionLog
  entries: ReadonlyArray<LogEntry> = []

  constructor(log: SessionLog) {
    this.#log = log
  }

  async read(): Promise<void> {
    const all: LogEntry[] = []
    for await (const batch of this.#log.read("s1")) if (batch._tag === "Entries") all.push(...batch.entries)
    this.entries = all
  }

  upTo(at: Position): SessionState {
    return this.entries
      .filter((entry) => comparePositions(entry.at, at) <= 0)
      .map(({ item }): SessionEvent => JSON.parse(item))
      .reduce(foldSession, emptySession())
  }
}

class Rounds {
  readonly #options: CrashOptions
  readonly #folder: string
  readonly #server: RedisServer
  readonly #log: SessionLog
  readonly #prefix: string
  readonly #followers: ChildProcess[] = []
  #host: Host | undefined
  readonly kills: Record<string, number> = { host: 0, follower: 0, redis: 0, frozen: 0 }
  readonly wrong: string[] = []
  compared = 0
  ahead = 0
  fenced = 0

  constructor(options: CrashOptions, folder: string, server: RedisServer, log: SessionLog, prefix: string) {
    this.#options = options
    this.#folder = folder
    this.#server = server
    this.#log = log
    this.#prefix = prefix
  }

  async run(rounds: number): Promise<number> {
    this.#host = this.#startHost()
    for (let which = 0; which < FOLLOWERS; which++) this.#startFollower(which)
    for (let round = 0; round < rounds; round++) {
      await this.#hostIsThere()
      await sleep(Math.random() * 250)
      await this.#kill()
      await this.#keptByAll(({ session }) => session !== undefined, `round ${round}: no follower`)
      await this.#check(round)
    }
    await this.#hostIsThere()
    this.#host?.child.kill("SIGKILL")
    await this.#host?.farewell
    const events = await this.#compareWithJournal()
    const { last } = await this.#log.lease("s1")
    const atTheEnd = ({ at, producer }: Kept): boolean =>
      producer === "lost" && at !== null && comparePositions(at, last) === 0
    await this.#keptByAll(atTheEnd, "the end of the log and the loss of its host did not come to follower")
    await this.#check(rounds)
    for (const follower of this.#followers) follower.kill("SIGKILL")
    return events
  }

  async #kill(): Promise<void> {
    const dice = Math.random()
    if (dice < 0.35) {
      this.kills.host = (this.kills.host ?? 0) + 1
      this.#host?.child.kill("SIGKILL")
      await this.#host?.farewell
      this.#host = this.#startHost()
    } else if (dice < 0.65) {
      this.kills.follower = (this.kills.follower ?? 0) + 1
      const which = Math.floor(Math.random() * FOLLOWERS)
      const follower = this.#followers[which]
      follower?.kill("SIGKILL")
      if (follower !== undefined) await once(follower, "exit")
      // One in four begins anew, with a snapshot.
      if (Math.random() < 0.25) await rm(this.#file(which), { force: true })
      this.#startFollower(which)
    } else if (dice < 0.85) {
      this.kills.redis = (this.kills.redis ?? 0) + 1
      await this.#server.kill()
      await sleep(Math.random() * 50)
      await this.#server.start()
    } else {
      this.kills.frozen = (this.kills.frozen ?? 0) + 1
      const old = this.#host
      old?.child.kill("SIGSTOP")
      this.#host = this.#startHost()
      await this.#hostIsThere()
      old?.child.kill("SIGCONT")
      await this.#refused(await old?.farewell)
    }
  }

  /** A host that was replaced has ended itself, because it was refused, and nothing that it took for written is missing. */
  async #refused(farewell: Farewell | undefined): Promise<void> {
    const tag = farewell?.failure?._tag
    const fenced =
      tag === "LogFenced" || (tag === "JournalFailed" && farewell?.failure?.reason?.includes("replaced by"))
    if (fenced === true) this.fenced++
    else this.wrong.push(`a replaced host ended with ${JSON.stringify(farewell)}`)
    for (const [key, [epoch, n]] of Object.entries(farewell?.confirmed ?? {})) {
      const there: Position[] = []
      for await (const batch of this.#log.read(key, { after: { epoch, n: n - 1 } })) {
        if (batch._tag === "Entries") there.push(...batch.entries.map(({ at }) => at))
      }
      if (there[0]?.epoch !== epoch || there[0].n !== n)
        this.wrong.push(`${key} lacks ${epoch}-${n}, which was confirmed`)
    }
  }

  async #hostIsThere(): Promise<void> {
    for (;;) {
      const host = this.#host
      if (host === undefined) return
      const first = await Promise.race([host.ready, host.farewell.then(() => "gone")])
      if (first !== "gone" && host.child.exitCode === null) return
      this.#host = this.#startHost()
    }
  }

  async #kept(which: number): Promise<Kept | undefined> {
    const text = await readFile(this.#file(which), "utf8").catch(() => undefined)
    return text === undefined ? undefined : JSON.parse(text)
  }

  /** Waits until what every follower has kept is as it should be; patience has an end, so that a hang shows. */
  async #keptByAll(wanted: (kept: Kept) => boolean, complaint: string): Promise<void> {
    for (let which = 0; which < FOLLOWERS; which++) {
      let kept = await this.#kept(which)
      for (let look = 0; look < 1000 && !(kept !== undefined && wanted(kept)); look++) {
        await sleep(20)
        kept = await this.#kept(which)
      }
      if (kept === undefined || !wanted(kept)) this.wrong.push(`${complaint} ${which}`)
    }
  }

  async #check(round: number): Promise<void> {
    const reference = new Reference(this.#log)
    await reference.read()
    for (let which = 0; which < FOLLOWERS; which++) {
      const kept = await this.#kept(which)
      if (kept === undefined) continue
      const { at, session, doubled, gaps } = kept
      if (doubled > 0) this.wrong.push(`round ${round}: follower ${which} got ${doubled} values twice`)
      const last = reference.entries.at(-1)?.at ?? START
      if (at === null || session === undefined) continue
      if (comparePositions(at, last) > 0) {
        // Read again: it may have got further meanwhile.
        await reference.read()
      }
      if (comparePositions(at, reference.entries.at(-1)?.at ?? START) > 0) {
        // Only a server that has lost confirmed writes explains this, and then the follower will get a gap.
        this.ahead++
        if (this.#options.appendfsync === "always")
          this.wrong.push(`round ${round}: follower ${which} is ahead of the log`)
        continue
      }
      this.compared++
      const wanted = JSON.stringify(serializeSession(reference.upTo(at)))
      if (JSON.stringify(session) !== wanted)
        this.wrong.push(`round ${round}: follower ${which} at ${at.epoch}-${at.n} differs`)
      if (gaps > 0 && this.#options.appendfsync === "always") this.wrong.push(`round ${round}: ${gaps} gaps`)
    }
  }

  /** The log has the events of the journal, each once and in order, up to where the last host has come. */
  async #compareWithJournal(): Promise<number> {
    const reference = new Reference(this.#log)
    await reference.read()
    const replayed = await lastValueFrom(
      replayJournal(readLogJournal(this.#log, "agent")).pipe(
        filter(({ sessionId }) => sessionId === "s1"),
        toArray()
      )
    )
    const stamp = ({ epoch, n, _tag }: SessionEvent): string => `${epoch}-${n} ${_tag}`
    const published = reference.entries.map(({ item }) => stamp(JSON.parse(item)))
    const expected = replayed.slice(0, published.length).map(stamp)
    const differs = published.findIndex((one, place) => one !== expected[place])
    if (differs >= 0) {
      this.wrong.push(`the log has ${published[differs]} where the journal has ${expected[differs]} (${differs})`)
    }
    return published.length
  }

  #file(which: number): string {
    return join(this.#folder, `${this.#prefix}-follower-${which}.json`)
  }

  #spawn(program: string, ...args: ReadonlyArray<string>): ChildProcess {
    const all = [join(this.#folder, program), this.#server.socket, this.#prefix, ...args]
    return spawn(process.execPath, all, { stdio: ["ignore", "pipe", "inherit"] })
  }

  #startFollower(which: number): void {
    const follower = this.#spawn("follower.mjs", this.#file(which))
    follower.on("exit", (code) => {
      if (code !== null) this.wrong.push(`follower ${which} ended with code ${code}`)
    })
    this.#followers[which] = follower
  }

  #startHost(): Host {
    const child = this.#spawn("host.mjs")
    let text = ""
    child.stdout?.on("data", (data) => {
      text += data
    })
    const ready = new Promise((resolve) => child.stdout?.once("data", resolve))
    const farewell = once(child, "close").then((): Farewell | undefined => {
      const line = text.split("\n").find((line) => line.startsWith("{"))
      return line === undefined ? undefined : JSON.parse(line)
    })
    return { child, ready, farewell }
  }
}

/** A session of its own for so many rounds, so that what is compared stays small. */
const ROUNDS_EACH = 25

/** Runs the rounds. */
export const crashRounds = async (options: CrashOptions): Promise<CrashReport> => {
  const folder = await mkdtemp(join(tmpdir(), "rxacp-crash-"))
  await build({
    entryPoints: [here("host.ts"), here("follower.ts")],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@rxacp/source"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "silent"
  })
  const server = await redisServer("--appendfsync", options.appendfsync)
  const client = createClient({ socket: { path: server.socket, tls: false, reconnectStrategy: 20 } })
  client.on("error", () => {})
  await client.connect()
  const kills: Record<string, number> = {}
  const wrong: string[] = []
  let [events, compared, fenced, ahead] = [0, 0, 0, 0]
  for (let done = 0; done < options.rounds; done += ROUNDS_EACH) {
    const prefix = `crash-${done}`
    const log = redisLog({ client, prefix })
    const rounds = new Rounds(options, folder, server, log, prefix)
    events += await rounds.run(Math.min(ROUNDS_EACH, options.rounds - done))
    for (const [what, count] of Object.entries(rounds.kills)) kills[what] = (kills[what] ?? 0) + count
    compared += rounds.compared
    fenced += rounds.fenced
    ahead += rounds.ahead
    wrong.push(...rounds.wrong)
    log.close()
  }
  client.destroy()
  await server.remove()
  await rm(folder, { recursive: true, force: true })
  return { rounds: options.rounds, kills, events, compared, ahead, fenced, wrong }
}
