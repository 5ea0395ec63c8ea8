/** `rxacp agents`: which agents are installed, in which version, what they need, and whether they ask for a log-in. */
import { parseArgs } from "node:util"
import { connect, isFailure } from "@rxacp/core"
import { type FoundAgent, findAgents, presets, spawnAgent } from "@rxacp/node"
import { catchError, concatMap, from, lastValueFrom, map, type Observable, of, tap, toArray } from "rxjs"
import { safeLine } from "../safe-text.ts"

const usage = `Usage: rxacp agents [options]

Lists the agents that are installed here.

  --check    start each and open a session, which shows whether a login is needed first
  --json     one JSON object an agent
  --help     this text
`

/** Milliseconds that an agent may take to open a session. */
const PATIENCE = 60_000

/** Whether one can work with it: a session was opened, a log-in is asked for, or it failed. */
type LogIn = "ready" | "needed" | `failed: ${string}`

interface Listed {
  readonly name: string
  readonly title: string
  readonly version?: string | undefined
  readonly path: string
  readonly needs: ReadonlyArray<string>
  readonly logIn?: LogIn
  /** The ways to log in that the agent names. */
  readonly methods?: ReadonlyArray<string>
}

const listed = ({ name, preset, path, version }: FoundAgent): Listed => ({
  name,
  title: preset.title,
  version,
  path,
  needs: preset.needs.map((variable) => variable.name)
})

/** Opens a session and closes the agent again. */
const checked = async (found: FoundAgent): Promise<Listed> => {
  const agent = spawnAgent({ command: found.path, args: found.preset.args })
  const connection = connect(agent, { info: { name: "rxacp", version: "0" }, timeouts: { start: PATIENCE } })
  try {
    await lastValueFrom(connection.open({ cwd: process.cwd() }))
    return { ...listed(found), logIn: "ready" }
  } catch (error) {
    if (isFailure(error) && error._tag === "AuthRequired") {
      return { ...listed(found), logIn: "needed", methods: error.authMethods.map(({ id }) => id) }
    }
    return { ...listed(found), logIn: `failed: ${error instanceof Error ? error.message : String(error)}` }
  } finally {
    await agent.close().catch(() => {})
  }
}

/** How one logs in: by the methods that the agent names, else by the variables that it reads. */
const advice = ({ logIn, methods = [], needs, name }: Listed): string => {
  if (logIn === undefined) return needs.length === 0 ? "" : `needs ${needs.join(", ")} unless logged in`
  if (logIn === "ready") return "ready"
  if (logIn !== "needed") return logIn
  const ways = [
    ...methods.map((method) => `rxacp --agent ${name} --auth ${method} "…"`),
    ...(needs.length === 0 ? [] : [`set ${needs.join(", ")}`])
  ]
  return `log in first: ${ways.length === 0 ? "with the agent's own program" : ways.join(", or ")}`
}

const lineOf = (agent: Listed): string =>
  safeLine([agent.name.padEnd(12), (agent.version ?? "?").padEnd(12), agent.title, "·", advice(agent)].join(" "))

/** Lists the agents; gives the exit code. */
export const agentsProgram = async (argv: ReadonlyArray<string>): Promise<number> => {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      check: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false }
    }
  })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const one = (found: FoundAgent): Observable<Listed> =>
    values.check ? from(checked(found)).pipe(catchError(() => of(listed(found)))) : of(listed(found))
  const all = await lastValueFrom(
    findAgents().pipe(
      concatMap(one),
      tap((agent) => process.stdout.write(`${values.json ? JSON.stringify(agent) : lineOf(agent)}\n`)),
      map(({ name }) => name),
      toArray()
    )
  )
  if (!values.json && all.length === 0) {
    process.stdout.write(`No agent is installed. These are known: ${Object.keys(presets).join(", ")}.\n`)
  }
  return 0
}
