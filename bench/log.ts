/** What the session log on Redis costs, beside Redis alone and beside `resumable-stream` in the same run. */
import type { SessionEvent } from "@rxacp/core"
import { followSession, type LogWriter, memoryLog, publishSession, pullSession, type SessionLog } from "@rxacp/core/log"
import { emptyFollowed, foldFollowed, sessionSnapshots } from "@rxacp/fold"
import { redisLog } from "@rxacp/redis"
import { createClient } from "redis"
import { createResumableStreamContext } from "resumable-stream"
import { Subject } from "rxjs"
import { crashRounds } from "../test/log/crash/crash-rounds.ts"
import { redisServer } from "../test/support/redis-server.ts"
import { quantile } from "./support/statistics.ts"

/** One measured number. */
export interface LogRow {
  readonly load: string
  readonly subject: string
  readonly result: string
  readonly target: string
}

const whole = (value: number): string => Math.round(value).toLocaleString("en")
const since = (start: number): number => performance.now() - start

/** The text of an event of 317 bytes, as an agent's small chunk is. */
const record = (n: number): string => {
  const event = chunk(n)
  const text = JSON.stringify(event)
  return JSON.stringify({ ...event, _meta: "x".repeat(Math.max(0, 306 - text.length)) })
}

const chunk = (n: number): SessionEvent => ({
  _tag: "Update",
  sessionId: "s",
  epoch: 1,
  n,
  seq: n,
  phase: "turn",
  update: {
    sessionUpdate: "agent_message_chunk",
    content: { type: "text", text: `word ${n} of a sentence ` },
    messageId: `m${n >> 8}`
  }
})

const connected = async (socket: string) => {
  const client = createClient({ socket: { path: socket, tls: false } })
  client.on("error", () => {})
  await client.connect()
  return client
}

type Client = Awaited<ReturnType<typeof connected>>

/** A script that does no more than XADD: what an atomic append costs at least. */
const RAW = "for i = 2, #ARGV do redis.call('XADD', KEYS[1], (ARGV[1] + i - 2) .. '-1', 'd', ARGV[i]) end"

const appends = async (client: Client, log: SessionLog, records: number): Promise<ReadonlyArray<LogRow>> => {
  const batches = Array.from({ length: Math.floor(records / 64) }, (_, batch) =>
    Array.from({ length: 64 }, (_, index) => record(batch * 64 + index + 1))
  )
  const inFlight = 8
  const timed = async (write: (batch: ReadonlyArray<string>, first: number) => Promise<unknown>): Promise<number> => {
    const start = performance.now()
    const pending: Array<Promise<unknown>> = []
    for (const [place, batch] of batches.entries()) {
      pending.push(write(batch, place * 64 + 1))
      if (pending.length >= inFlight) await pending.shift()
    }
    await Promise.all(pending)
    return (batches.length * 64 * 1000) / since(start)
  }
  const writer = await log.open(`append-${records}`)
  const rows: Record<string, Array<number>> = { raw: [], log: [] }
  for (let round = 0; round < 3; round++) {
    rows.raw?.push(
      await timed((batch, first) => client.sendCommand(["EVAL", RAW, "1", `raw-${round}`, String(first), ...batch]))
    )
    const offset = round * batches.length * 64
    rows.log?.push(await timed((batch, first) => writer.append(offset + first, batch)))
  }
  const median = (values: ReadonlyArray<number> = []): string => `${whole(quantile(values, 0.5))} records/s`
  return [
    {
      load: "appends of 64 records of 317 bytes",
      subject: "Redis alone, one script",
      result: median(rows.raw),
      target: ""
    },
    {
      load: "appends of 64 records of 317 bytes",
      subject: "redisLog",
      result: median(rows.log),
      target: "100,000 where Redis does 203,000"
    }
  ]
}

const latencies = async (client: Client, log: SessionLog, events: number): Promise<ReadonlyArray<LogRow>> => {
  const own = client.duplicate()
  own.on("error", () => {})
  await own.connect()
  const paced = async (write: (n: number) => Promise<unknown>): Promise<void> => {
    for (let n = 1; n <= events; n++) {
      void write(n)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const raw: number[] = []
  const reading = (async () => {
    let from = "0"
    while (raw.length < events) {
      const reply = (await own.sendCommand(["XREAD", "BLOCK", "1000", "STREAMS", "pace", from])) as Record<
        string,
        Array<[string, [string, string]]>
      > | null
      for (const [id, [, sent]] of reply?.pace ?? []) {
        from = id
        raw.push(performance.now() - Number(sent))
      }
    }
  })()
  await paced((n) => client.sendCommand(["XADD", "pace", `${n}-1`, "d", String(performance.now())]))
  await reading
  own.destroy()

  const times: number[] = []
  const sent = new Map<number, number>()
  const source = new Subject<SessionEvent>()
  const publication = publishSession({ id: "paced", events: source }, log, { fold: sessionSnapshots })
  await publication.writer
  const done = new Promise<void>((resolve) => {
    followSession(log, "paced", { after: { epoch: 0, n: 0 } }).subscribe((value) => {
      if (value._tag !== "Update") return
      times.push(performance.now() - (sent.get(value.seq ?? 0) ?? 0))
      if (times.length === events) resolve()
    })
  })
  await paced(async (n) => {
    sent.set(n, performance.now())
    source.next(chunk(n))
  })
  await done
  await publication.release()
  const told = (values: ReadonlyArray<number>): string =>
    `p50 ${quantile(values, 0.5).toFixed(2)} ms, p99 ${quantile(values, 0.99).toFixed(2)} ms`
  const load = "one event a millisecond, published to followed"
  return [
    { load, subject: "Redis alone, XADD to XREAD", result: told(raw), target: "" },
    { load, subject: "publishSession to followSession", result: told(times), target: "p50 1 ms more" }
  ]
}

const firstView = async (log: SessionLog, events: number): Promise<ReadonlyArray<LogRow>> => {
  const source = new Subject<SessionEvent>()
  const publication = publishSession({ id: "long", events: source }, log, { fold: sessionSnapshots })
  for (let n = 1; n <= events; n++) {
    source.next(chunk(n))
    if (n % 1000 === 0) await publication.flushed()
  }
  await publication.flushed()
  const times: number[] = []
  let read = 0
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    let state = emptyFollowed()
    read = 0
    for await (const values of pullSession(log, "long", { follow: false })) {
      state = values.reduce(foldFollowed, state)
      read += values.length
    }
    times.push(since(start))
    if (state.at?.n !== events) throw new Error(`the view ends at ${state.at?.n}`)
  }
  const snapshot = await log.snapshot("long")
  await publication.release()
  return [
    {
      load: `first view of a session of ${whole(events)} events`,
      subject: `snapshot of ${whole((snapshot?.state.length ?? 0) / 1024)} KiB and ${read - 1} events`,
      result: `${quantile(times, 0.5).toFixed(0)} ms`,
      target: "50 ms"
    }
  ]
}

const fanOut = async (client: Client, log: SessionLog, each: number): Promise<ReadonlyArray<LogRow>> => {
  const [sessions, followers] = [200, 25]
  const writers: LogWriter[] = []
  for (let session = 0; session < sessions; session++) writers.push(await log.open(`fan-${session}`))
  const readers: AbortController[] = []
  let delivered = 0
  const total = sessions * followers * each
  const done = new Promise<void>((resolve) => {
    for (const { key } of writers) {
      for (let follower = 0; follower < followers; follower++) {
        const reading = new AbortController()
        readers.push(reading)
        void (async () => {
          for await (const batch of log.read(key, { follow: true, signal: reading.signal })) {
            if (batch._tag === "Entries") delivered += batch.entries.length
            if (delivered === total) resolve()
          }
        })()
      }
    }
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const connections = String(await client.sendCommand(["CLIENT", "LIST"]))
    .trim()
    .split("\n").length
  const start = performance.now()
  for (let n = 1; n <= each; n += 10) {
    const items = Array.from({ length: 10 }, (_, index) => record(n + index))
    await Promise.all(writers.map((writer) => writer.append(n, items)))
  }
  await done
  const rate = (total * 1000) / since(start)
  for (const reading of readers) reading.abort()
  return [
    {
      load: `${whole(sessions * followers)} followers of ${sessions} sessions`,
      subject: `redisLog, ${connections - 1} connection to the server besides the writer's`,
      result: `${whole(rate)} deliveries/s`,
      target: "100,000"
    }
  ]
}

const stalled = async (log: SessionLog, megabytes: number): Promise<ReadonlyArray<LogRow>> => {
  const writer = await log.open("stalled")
  const reading = new AbortController()
  const reader = log.read("stalled", { follow: true, signal: reading.signal })[Symbol.asyncIterator]()
  await writer.append(1, ["first"])
  await reader.next()
  const joined = reader.next()
  await writer.append(2, ["second"])
  await joined
  // From here on the follower asks for nothing.
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const item = "x".repeat(16 * 1024)
  for (let n = 0; n < megabytes * 64; n += 64) {
    await writer.append(
      n + 3,
      Array.from({ length: 64 }, () => item)
    )
  }
  await new Promise((resolve) => setTimeout(resolve, 200))
  globalThis.gc?.()
  const grown = process.memoryUsage().heapUsed - before
  let missing = 0
  let seen = 2
  for (let result = await reader.next(); seen < megabytes * 64 + 2; result = await reader.next()) {
    if (result.value._tag === "Gap") missing++
    else seen += result.value.entries.length
    if (seen >= megabytes * 64 + 2) break
  }
  reading.abort()
  return [
    {
      load: `a follower that stalls while ${megabytes} MB pass`,
      subject: "redisLog",
      result: `${(grown / 1024 / 1024).toFixed(1)} MB more in memory, then all of it read, ${missing} gaps`,
      target: "1 MiB"
    }
  ]
}

const resumable = async (socket: string, chunks: number): Promise<ReadonlyArray<LogRow>> => {
  const [publisher, subscriber] = [await connected(socket), await connected(socket)]
  const context = createResumableStreamContext({ waitUntil: null, publisher, subscriber } as never)
  let feed: ReadableStreamDefaultController<string> | undefined
  const source = new ReadableStream<string>({
    start: (controller) => {
      feed = controller
    }
  })
  const texts = Array.from({ length: chunks }, (_, index) => record(index + 1))
  const producer = (await context.createNewResumableStream("one", () => source))?.getReader()
  for (const text of texts) {
    feed?.enqueue(text)
    await producer?.read()
  }
  const start = performance.now()
  const reader = (await context.resumeExistingStream("one"))?.getReader()
  const first = await reader?.read()
  const took = since(start)
  feed?.close()
  await producer?.read()
  while ((await reader?.read())?.done === false) {
    // What is left goes unread.
  }
  const rows = [
    {
      load: `first view of a stream of ${whole(chunks)} chunks`,
      subject: "resumable-stream",
      result: `${took.toFixed(0)} ms, one message of ${((first?.value?.length ?? 0) / 1e6).toFixed(2)} MB from the producer's memory`,
      target: ""
    }
  ]
  // It still tidies up behind what has ended.
  await new Promise((resolve) => setTimeout(resolve, 200))
  publisher.destroy()
  subscriber.destroy()
  return rows
}

/** The same first view in a log of this process, so that what Redis and its client cost can be told apart. */
const inMemory = async (events: number): Promise<ReadonlyArray<LogRow>> =>
  (await firstView(memoryLog(), events)).map((row) => ({ ...row, subject: `memoryLog, ${row.subject}`, target: "" }))

/** Measures everything about the log. */
export const benchLog = async (quick: boolean): Promise<ReadonlyArray<LogRow>> => {
  const server = await redisServer("--appendfsync", "everysec")
  const client = await connected(server.socket)
  const log = redisLog({ client })
  const rows = [
    ...(await appends(client, log, quick ? 20_000 : 100_000)),
    ...(await latencies(client, log, quick ? 500 : 3000)),
    ...(await firstView(log, 100_000)),
    ...(await inMemory(100_000)),
    ...(await resumable(server.socket, 20_000)),
    ...(await fanOut(client, log, quick ? 20 : 100)),
    ...(await stalled(log, quick ? 32 : 128))
  ]
  log.close()
  client.destroy()
  await server.remove()
  return rows
}

/** Runs rounds of random kills under both settings of the server's file. */
export const benchCrashes = async (rounds: number): Promise<ReadonlyArray<LogRow>> => {
  const rows: LogRow[] = []
  for (const appendfsync of ["everysec", "always"] as const) {
    const report = await crashRounds({ rounds: rounds / 2, appendfsync })
    const kills = Object.entries(report.kills).map(([what, count]) => `${count} ${what}`)
    rows.push({
      load: `${report.rounds} rounds of kills (${kills.join(", ")}), appendfsync ${appendfsync}`,
      subject: `${whole(report.events)} events, ${whole(report.compared)} folds compared`,
      result: `${report.wrong.length} wrong, ${report.fenced} replaced hosts refused, ${report.ahead} followers ahead of what the server kept`,
      target: "0 wrong"
    })
    for (const wrong of report.wrong) process.stderr.write(`${wrong}\n`)
  }
  return rows
}
