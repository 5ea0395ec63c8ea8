/** `rxacp inspect -- agent args`: stands in for the agent in a client's settings, and shows what passes. */
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { copyQueue } from "./copy-queue.ts"
import { type PassedExit, passThrough } from "./pass-through.ts"
import { startWatcher, watcherDone } from "./start-watcher.ts"

const usage = `Usage: rxacp inspect [options] -- <agent> [arguments]

Runs the agent and passes every byte between it and the client through unchanged. Put it in place of the agent in the
settings of a client. What it has to say goes to stderr.

  --print           print one line a message
  --help            this text
`

/** Bytes of traffic that are kept. */
const MOST_KEPT = 512 * 1024 * 1024
/** Milliseconds that the end of the agent is kept from the client, so that the last messages are printed. */
const LAST_LOOK = 1_000

/** Ends this process as the agent ended. */
const endAs = ({ code, signal, error }: PassedExit): number => {
  if (error !== undefined) {
    process.stderr.write(`rxacp: ${error.message}\n`)
    return 127
  }
  if (signal === null) return code ?? 1
  process.kill(process.pid, signal)
  return 1
}

/** Runs until the agent has ended; gives the agent's exit code. */
export const inspectProgram = async (argv: ReadonlyArray<string>): Promise<number> => {
  const end = argv.indexOf("--")
  const own = end === -1 ? argv : argv.slice(0, end)
  const { values } = parseArgs({
    args: [...own],
    options: { print: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } }
  })
  const [command, ...args] = end === -1 ? [] : argv.slice(end + 1)
  if (values.help || command === undefined) {
    process.stderr.write(usage)
    return values.help ? 0 : 2
  }
  const watcher = startWatcher({ maxBytes: MOST_KEPT, print: values.print }, (text) => void process.stderr.write(text))
  const queue = copyQueue(watcher)
  // Trouble of the watcher is its own: the traffic goes on.
  watcher.on("error", () => {})
  watcher.once("exit", () => queue.stop())
  const done = watcherDone(watcher, 60_000)
  const { child, ended } = passThrough(command, args, process, queue)
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void child.kill(signal))
  const exit = await ended
  process.stdin.destroy()
  if (exit.error === undefined) await Promise.race([done, sleep(LAST_LOOK, undefined, { ref: false })])
  if (watcher.connected) watcher.disconnect()
  return endAs(exit)
}
