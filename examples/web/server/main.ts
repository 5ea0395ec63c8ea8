/**
 * `npm run web`: builds the page, starts an agent, and serves its sessions to a browser on this machine.
 *
 *     npm run web -- --agent "my-agent --acp" --cwd ../project --port 4321
 */
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { tryAgentCommand } from "@rxacp/node/testing"
import { split } from "shlex"
import { build } from "vite"
import { startAgent } from "./agent.ts"
import { startServer } from "./start-server.ts"

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const serve = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      agent: { type: "string" },
      cwd: { type: "string", default: "." },
      port: { type: "string", default: "0" }
    }
  })
  const [command, ...args] = split(values.agent ?? "")
  const cwd = resolve(values.cwd)

  await build({ configFile: here("../vite.config.ts") })
  const agent = await startAgent({ ...(command === undefined ? tryAgentCommand() : { command, args }), cwd })
  const stopAgent = (failure: unknown) => agent.close().then(() => Promise.reject(failure))
  const server = await startServer(agent, { port: Number(values.port), page: here("../dist") }).catch(stopAgent)

  console.log(`${agent.name} works in ${cwd}. Open this address; it lets you in, so keep it to yourself:

  ${server.url}

Only this machine can reach it (127.0.0.1), and only a page with this token and from this address. Ctrl+C stops it.`)

  agent.ended.subscribe((reason) => console.log(`The agent has ended: ${reason}`))
  const stop = async (): Promise<void> => {
    await server.close()
    await agent.close()
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop())
}

serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
