/** `rxacp replay file`: shows a journal or a trace again, in the terminal or in the page, at a speed of choice. */
import { readFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import type { SessionEvent } from "@rxacp/core"
import { replayJournal } from "@rxacp/core/journal"
import { parseTrace } from "@rxacp/core/testing"
import { emptySession, foldSession } from "@rxacp/fold"
import { readJournal } from "@rxacp/node"
import { concatMap, defer, delay, from, lastValueFrom, type Observable, of, switchAll, tap } from "rxjs"
import { openFile } from "../inspect/open-file.ts"
import { jsonView } from "../run/json.ts"
import { liveView } from "../run/live.ts"
import { plainView } from "../run/plain.ts"
import { eventsOfTrace } from "./events-of-trace.ts"

const usage = `Usage: rxacp replay [options] <file>

Shows a journal (written with --journal) or a recorded trace again.

  --ms <number>   milliseconds between two events; default 0
  --page          open the inspector's page on it
  --port <number> port of the page; default: any that is free
  --json          print the session's events, one JSON object a line
  --help          this text
`

/** The events in the file, whichever of the two kinds it is. */
const eventsIn = async (path: string): Promise<Observable<SessionEvent>> => {
  const head = (await readFile(path, "utf8")).slice(0, 4_096)
  return /^\s*\{"from":/.test(head)
    ? from(eventsOfTrace(parseTrace(await readFile(path, "utf8"))))
    : replayJournal(readJournal(path))
}

const wrong = (text: string): number => {
  process.stderr.write(`rxacp replay: ${text}\n\n${usage}`)
  return 2
}

/** Shows the file; gives the exit code, or none while a page shows it. */
export const replayProgram = async (argv: ReadonlyArray<string>): Promise<number | undefined> => {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      ms: { type: "string", default: "0" },
      page: { type: "boolean", default: false },
      port: { type: "string", default: "0" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false }
    }
  })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const [path] = positionals
  const ms = Number(values.ms)
  if (path === undefined) return wrong("a file is missing")
  if (!(ms >= 0)) return wrong(`--ms takes a number, not "${values.ms}"`)
  if (values.page) return openFile(path, Number(values.port))
  const { stdout, stderr } = process
  const write = (text: string): void => void stdout.write(text)
  const view = values.json
    ? jsonView(write, (text) => void stderr.write(text))
    : stdout.isTTY
      ? liveView(stdout)
      : plainView(write)
  let state = emptySession()
  const shown = defer(() => eventsIn(path)).pipe(
    switchAll(),
    concatMap((event) => (ms === 0 ? of(event) : of(event).pipe(delay(ms)))),
    tap((event) => {
      state = foldSession(state, event)
      view.show(state, event)
    })
  )
  try {
    await lastValueFrom(shown, { defaultValue: undefined })
    return 0
  } catch (error) {
    stderr.write(`rxacp replay: ${path}: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    view.end()
  }
}
