/** One suite of laws, held by every log. */
import { mkdtemp, rm } from "node:fs/promises"
import { type AddressInfo, createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memoryLog } from "@rxacp/core/log"
import { type FileLogOptions, fileLog } from "@rxacp/node"
import { redisLog } from "@rxacp/redis"
import { Redis } from "ioredis"
import { createClient } from "redis"
import { vi } from "vitest"
import { hasRedis, redisServer } from "../support/redis-server.ts"
import { describeLaws } from "./log-laws.ts"

/** A node of a cluster needs ports, although all that is said goes over its socket. */
const clusterPorts = async (): Promise<ReadonlyArray<string>> => {
  const servers = await Promise.all(
    [0, 1].map(
      () =>
        new Promise<Server>((resolve) => {
          const server = createServer().listen(0, "127.0.0.1", () => resolve(server))
        })
    )
  )
  const [port, bus] = servers.map((server) => String((server.address() as AddressInfo).port))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ["--bind", "127.0.0.1", "--port", port ?? "", "--cluster-port", bus ?? ""]
}

describeLaws({ name: "in memory", start: async () => ({ log: memoryLog() }) })

const inFolder = async (options: FileLogOptions) => {
  const folder = await mkdtemp(join(tmpdir(), "rxacp-log-"))
  return { log: fileLog(folder, options), end: () => rm(folder, { recursive: true }) }
}

describeLaws({ name: "in files", start: () => inFolder({}) })

describeLaws({ name: "in files of a few entries", runs: 30, start: () => inFolder({ segmentBytes: 20 }) })

describeLaws({
  name: "on Redis, with the client of node-redis",
  skip: !hasRedis,
  start: async () => {
    const server = await redisServer()
    const client = createClient({ socket: { path: server.socket, tls: false } })
    client.on("error", () => {})
    await client.connect()
    const log = redisLog({ client, readCount: 7 })
    const end = async (): Promise<void> => {
      log.close()
      client.destroy()
      await server.remove()
    }
    return { log, end }
  }
})

describeLaws({
  name: "on a Redis cluster node, with the client of ioredis",
  skip: !hasRedis,
  start: async () => {
    const server = await redisServer("--cluster-enabled", "yes", ...(await clusterPorts()))
    const client = new Redis({ path: server.socket })
    await client.cluster("ADDSLOTSRANGE", 0, 16383)
    await vi.waitFor(() => client.set("ready", "yes"), { timeout: 10_000 })
    const log = redisLog({ client, prefix: "other {prefix}" })
    const end = async (): Promise<void> => {
      log.close()
      client.disconnect()
      await server.remove()
    }
    return { log, end }
  }
})
