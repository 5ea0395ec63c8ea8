/**
 * Reads a flood with a slow consumer and prints how far ahead the agent got and how much memory that took. Arguments: the
 * client, the agent's program, how many updates, bytes in each, milliseconds that the consumer takes for one, how long to
 * look, the file in which the agent counts.
 */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { Readable, Writable } from "node:stream"
import { setTimeout as delay } from "node:timers/promises"
import * as acp from "@agentclientprotocol/sdk"
import { backpressure } from "@rxacp/core"
import { spawnAgent } from "@rxacp/node"
import { report } from "./report.ts"

/** What happened while we looked. */
export interface FloodSample {
  readonly consumed: number
  readonly written: number
  /** Most updates that the agent had got rid of and the consumer had not finished. */
  readonly ahead: number
  /** Resident memory after the imports, and the most of it later. */
  readonly startMB: number
  readonly maxMB: number
}

type Consume = () => Promise<void>
type Client = (args: ReadonlyArray<string>, consume: Consume) => () => void

const start = (args: ReadonlyArray<string>) => spawn(process.execPath, args, { stdio: "pipe", detached: true })

const rxacp: Client = (args, consume) => {
  const agent = spawnAgent({ command: process.execPath, args })
  agent.updates.pipe(backpressure(agent.flow, consume)).subscribe()
  return () => agent.write("go")
}

/** What a careful user writes by hand: a loop that reads on when the consumer is done. */
const pull: Client = (args, consume) => {
  const child = start(args)
  const read = async () => {
    let rest = ""
    for await (const chunk of child.stdout.setEncoding("utf8")) {
      const lines = (rest + chunk).split("\n")
      rest = lines.pop() ?? ""
      for (const line of lines) {
        JSON.parse(line)
        await consume()
      }
    }
  }
  void read()
  return () => {
    child.stdin.write("go\n")
  }
}

const sdk: Client = (args, consume) => {
  const child = start(args)
  let turn = Promise.resolve()
  const inTurn = () => {
    turn = turn.then(consume)
    return turn
  }
  acp
    .client({ name: "bench" })
    .onNotification(acp.methods.client.session.update, inTurn)
    .connect(acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>))
  return () => {
    child.stdin.write("go\n")
  }
}

const clients = { "rxacp backpressure": rxacp, "pull reader": pull, "official SDK client": sdk } satisfies Record<
  string,
  Client
>

/** The name of a client. */
export type FloodClient = keyof typeof clients

const [name, program, updates, size, takes, seconds, progress] = process.argv.slice(2) as [
  FloodClient,
  ...[string, string, string, string, string, string]
]
const MB = 1024 * 1024
const resident = (): number => process.memoryUsage.rss() / MB
const writtenSoFar = (): number => {
  const count = readFileSync(progress)
  return count.length < 8 ? 0 : Number(count.readBigUInt64LE())
}

const startMB = resident()
let maxMB = startMB
let ahead = 0
let consumed = -1

const look = (): void => {
  maxMB = Math.max(maxMB, resident())
  ahead = Math.max(ahead, writtenSoFar() - consumed)
}

const begin = clients[name]([program, updates, size, progress], async () => {
  if (consumed < 0) {
    begin()
    setInterval(look, 50)
    setTimeout(() => {
      look()
      report<FloodSample>({ consumed, written: writtenSoFar(), ahead, startMB, maxMB })
    }, Number(seconds) * 1000)
  } else await delay(Number(takes))
  consumed++
})
