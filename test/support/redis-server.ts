/** A Redis server of a test's own, on a socket in a temporary folder, with its append-only file. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Whether a server can be started here. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0

if (!hasRedis && process.env.RXACP_REQUIRE_REDIS === "1") {
  throw new Error("RXACP_REQUIRE_REDIS is set, and there is no redis-server")
}
if (!hasRedis) process.stderr.write("redis-server is not installed: the tests that need it are skipped\n")

/** A server that can be killed and started again over the same files. */
export interface RedisServer {
  readonly socket: string
  start(): Promise<void>
  /** Ends the server at once, as a crash does. */
  kill(): Promise<void>
  /** Ends the server and deletes its files. */
  remove(): Promise<void>
}

const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(socket)
    probe.on("error", () => resolve(false))
    probe.on("connect", () => probe.write("PING\r\n"))
    probe.on("data", (data) => {
      probe.destroy()
      resolve(data.toString().startsWith("+PONG"))
    })
  })

/** Starts a server; `settings` are further arguments of `redis-server`. */
export const redisServer = async (...settings: ReadonlyArray<string>): Promise<RedisServer> => {
  const folder = await mkdtemp(join(tmpdir(), "rxacp-redis-"))
  const socket = join(folder, "redis.sock")
  let child: ChildProcess | undefined
  let gone: Promise<unknown> = Promise.resolve()

  const start = async (): Promise<void> => {
    const args = [
      "--port",
      "0",
      "--unixsocket",
      socket,
      "--dir",
      folder,
      "--appendonly",
      "yes",
      "--save",
      "",
      ...settings
    ]
    const started = spawn("redis-server", args, { stdio: "ignore" })
    child = started
    // A test that is cut short leaves no server behind.
    const end = (): boolean => started.kill("SIGKILL")
    process.once("exit", end)
    started.once("exit", () => process.off("exit", end))
    gone = new Promise((resolve) => started.on("exit", resolve))
    for (let attempt = 0; attempt < 1000; attempt++) {
      if (await answers(socket)) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error("redis-server did not answer")
  }
  const kill = async (): Promise<void> => {
    child?.kill("SIGKILL")
    await gone
  }

  await start()
  return {
    socket,
    start,
    kill,
    remove: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
