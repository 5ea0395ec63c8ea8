/** `rxacp inspect -- agent args`: stands in for the agent in a client's settings, and shows what passes. */
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { copyQueue } from "./copy-queue.ts"
import { openFile } from "./open-file.ts"
import { type PassedExit, passThrough } from "./pass-through.ts"
import { startWatcher, watcherDone } from "./start-watcher.ts"

const usage = `Usage: rxacp inspect [options] -- <agent> [arguments]
       rxacp inspect [options] --open <file>

Runs the agent and passes every byte between it and the client through unchanged. Put it in place of the agent in the
settings of a client. What passes is shown in a page on this machine, whose address is printed to stderr.

  --port <number>   port of the page; default: any that is free
  --print           print one line a message to stderr, and serve no page
  --open <file>     show a file that was saved before, or any recorded trace
  --help            this text
`

/** Bytes of traffic that are kept, as they lie in memory; past it the oldest are forgotten. */
const MOST_KEPT = 512 * 1024 * 1024
/** Milliseconds that the end of the agent is kept from the client, so that the last lines are printed. */
const LAST_LOOK = 1_000

/** Ends this process as the agent ended. */
const endAs = ({ code, signal, error }: PassedExit): number => {
  if (error !== undefined) {
    process.stderr.write(`rxacp: ${error.message}\n`)
    return 127
  }
  if (signal === null) return code ?? 1
  for (const each of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.removeAllListeners(each)
  process.kill(process.pid, signal)
  return 1
}

/** The arguments before `--`, and the agent's command after it. */
const divided = (argv: ReadonlyArray<string>): readonly [ReadonlyArray<string>, ReadonlyArray<string>] => {
  const end = argv.indexOf("--")
  return end === -1 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)]
}

const wrong = (text: string): number => {
  process.stderr.write(`rxacp inspect: ${text}\n\n${usage}`)
  return 2
}

interface Values {
  readonly port: string
  readonly print: boolean
  readonly open?: string | undefined
  readonly help: boolean
}

const parse = (args: ReadonlyArray<string>): Values | { readonly wrong: string } => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: "string", default: "0" },
        print: { type: "boolean", default: false },
        open: { type: "string" },
        help: { type: "boolean", short: "h", default: false }
      }
    })
    return /^\d{1,5}$/.test(values.port) ? values : { wrong: `--port takes a number, not "${values.port}"` }
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
}

/** Runs until the agent has ended; gives the agent's exit code, or none while a page shows a file. */
export const inspectProgram = async (argv: ReadonlyArray<string>): Promise<number | undefined> => {
  const [own, [command, ...args]] = divided(argv)
  const values = parse(own)
  if ("wrong" in values) return wrong(values.wrong)
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  if (values.open !== undefined) return openFile(values.open, Number(values.port))
  if (command === undefined) return wrong("the agent's command is missing: it stands after --")

  const print = (text: string): void => void process.stderr.write(text)
  const show = values.print ? ("lines" as const) : { port: Number(values.port) }
  const watcher = startWatcher({ maxBytes: MOST_KEPT, command: [command, ...args].join(" "), show }, print)
  const queue = copyQueue(watcher)
  // Trouble of the watcher is its own: the traffic goes on.
  watcher.on("error", () => {})
  watcher.once("exit", () => queue.stop())
  const done = watcherDone(watcher)
  const { child, ended } = passThrough(command, args, process, queue)
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void child.kill(signal))
  const exit = await ended
  process.stdin.destroy()
  if (exit.error === undefined) await Promise.race([done, sleep(LAST_LOOK, undefined, { ref: false })])
  if (watcher.connected) watcher.disconnect()
  watcher.unref()
  return endAs(exit)
}
