/**
 * `rxacp web`: starts an agent, and serves its sessions to a browser on this machine.
 *
 *     rxacp web --agent "my-agent --acp" --cwd ../project --port 4321
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { tryAgentCommand } from "@rxacp/node/testing"
import { split } from "shlex"
import { safeLine, safeText } from "../safe-text.ts"
import { startServer } from "../server/loopback-server.ts"
import { pageFolder } from "../server/page-folder.ts"
import { startAgent } from "./agent.ts"
import { api } from "./api.ts"

const serve = async (args: ReadonlyArray<string>): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      agent: { type: "string" },
      cwd: { type: "string", default: "." },
      port: { type: "string", default: "0" }
    }
  })
  const [command, ...agentArgs] = split(values.agent ?? "")
  const cwd = resolve(values.cwd)

  const agent = await startAgent({ ...(command === undefined ? tryAgentCommand() : { command, args: agentArgs }), cwd })
  const stopAgent = (failure: unknown) => agent.close().then(() => Promise.reject(failure))
  const server = await startServer(api(agent), { port: Number(values.port), page: pageFolder() }).catch(stopAgent)
  const say = (text: string): void => void process.stdout.write(`${text}\n`)

  say(`${safeLine(agent.name)} works in ${cwd}. Open this address; it lets you in, so keep it to yourself:

  ${server.url}

Only this machine can reach it (127.0.0.1), and only a page with this token and from this address. Ctrl+C stops it.`)

  agent.ended.subscribe((reason) => say(`The agent has ended: ${safeText(reason)}`))
  const stop = async (): Promise<void> => {
    await server.close()
    await agent.close()
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop())
}

/** Runs until it is stopped; gives an exit code when it could not start. */
export const webProgram = (args: ReadonlyArray<string>): Promise<number | undefined> =>
  serve(args).then(
    () => undefined,
    (error: unknown) => {
      process.stderr.write(`rxacp: ${safeText(error instanceof Error ? error.message : String(error))}\n`)
      return 1
    }
  )
