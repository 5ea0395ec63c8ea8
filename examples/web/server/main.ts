/**
 * `npm run web`: builds the page, starts an agent, and serves its sessions to a browser on this machine.
 *
 *     npm run web -- --agent "my-agent --acp" --cwd ../project --port 4321
 */
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { tryAgentCommand } from "@rxacp/node/testing"
import { build } from "vite"
import { startAgent } from "./agent.ts"
import { startServer } from "./start-server.ts"

const { values } = parseArgs({
  options: {
    agent: { type: "string" },
    cwd: { type: "string", default: "." },
    port: { type: "string", default: "0" }
  }
})

/** Splits a command line at blanks; quotes keep blanks together, and there is no more to it. */
const words = (line: string): { readonly command: string; readonly args: ReadonlyArray<string> } => {
  const [command = "", ...args] = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? ""
  )
  return { command, args }
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

await build({ configFile: here("../vite.config.ts") })
const agent = await startAgent({
  ...(values.agent === undefined ? tryAgentCommand() : words(values.agent)),
  cwd: resolve(values.cwd)
})
const server = await startServer(agent, { port: Number(values.port), page: here("../dist") })

console.log(`${agent.name} works in ${resolve(values.cwd)}. Open this address; it lets you in, so keep it to yourself:

  ${server.url}

Only this machine can reach it (127.0.0.1), and only a page with this token and from this address. Ctrl+C stops it.`)

const stop = async (): Promise<void> => {
  await server.close()
  await agent.close()
}
agent.ended.subscribe((reason) => console.log(`The agent has ended: ${reason}`))
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop())
