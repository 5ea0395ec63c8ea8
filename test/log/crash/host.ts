/**
 * A host that publishes an endless session: `node host.mjs SOCKET PREFIX`. Its agent is played in this process; its journal and its
 * events go to Redis. Ends with code 3 and a line of JSON on standard output when it was replaced, or lost its log.
 */
import { connect } from "@rxacp/core"
import { type LogWriter, logJournal, publishSession, type SessionLog } from "@rxacp/core/log"
import { script, scriptedAgent, stream, toolCall } from "@rxacp/core/testing"
import { sessionSnapshots } from "@rxacp/fold"
import { redisLog } from "@rxacp/redis"
import { createClient } from "redis"
import { concatMap, firstValueFrom, repeat } from "rxjs"

const [socket = "", prefix = ""] = process.argv.slice(2)
const client = createClient({ socket: { path: socket, tls: false, reconnectStrategy: 20 } })
client.on("error", () => {})
await client.connect()

/** The last entry of each log that this host got a confirmation for. */
const confirmed: Record<string, readonly [epoch: number, n: number]> = {}

const noting = (writer: LogWriter): LogWriter => ({
  key: writer.key,
  epoch: writer.epoch,
  previous: writer.previous,
  append: async (firstN, items) => {
    await writer.append(firstN, items)
    confirmed[writer.key] = [writer.epoch, firstN + items.length - 1]
  },
  snapshot: (n, state) => writer.snapshot(n, state),
  renew: (ms) => writer.renew(ms),
  trim: (upTo) => writer.trim(upTo),
  expire: (ms) => writer.expire(ms),
  commands: (options) => writer.commands(options),
  take: (id) => writer.take(id)
})

const redis = redisLog({ client, prefix, retryMs: 5000 })
const log: SessionLog = { ...redis, open: async (key) => noting(await redis.open(key)) }

const over = (failure: unknown): void => {
  process.stdout.write(`${JSON.stringify({ failure, confirmed })}\n`, () => process.exit(3))
}

const turn = [
  stream(Array.from({ length: 40 }, (_, index) => `word${index}`).join(" "), { every: 1, messageId: "m" }),
  toolCall({ toolCallId: "call", title: "Look", kind: "read", status: "completed" })
]
const journal = logJournal(await log.open("agent"))
const agent = scriptedAgent(script(turn), { journal, epoch: journal.epoch })
agent.ended.subscribe(({ failure }) => over(failure))
const connection = connect(agent, { info: { name: "host", version: "1.0.0" } })
const session = await firstValueFrom(connection.open({ cwd: "/" }))
const publication = publishSession(session, log, {
  fold: sessionSnapshots,
  snapshotEvery: 100,
  leaseMs: 3000,
  flow: agent.flow,
  journal: "agent"
})
publication.ended.then(({ failure }) => over(failure))
await publication.writer
process.stdout.write("ready\n")
session
  .prompt("Go on")
  .pipe(
    repeat(),
    concatMap(() => [])
  )
  .subscribe({ error: over })
