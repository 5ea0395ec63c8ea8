/** `npm run web:screenshots`: the pictures of the web view in `docs/images`, in light, in dark and on a narrow screen. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { askPermission, patch, plan, say, script, think, toolCall, update, usage } from "@rxacp/core/testing"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { build } from "vite"
import { startServer } from "./src/server/loopback-server.ts"
import { startAgent } from "./src/web/agent.ts"
import { api } from "./src/web/api.ts"
import { findChromium, startChromium } from "./test/support/chromium.ts"

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const oldText = `export const greet = (name: string): string => {
  return "Hello " + name
}

export const part = (): string => "Bye"
`
const newText = oldText.replace('  return "Hello " + name', "  return `Hello, $" + "{name.trim()}!`")

const conversation = script([
  update({ sessionUpdate: "session_info_update", title: "Trim names in greetings" }),
  think("The greeting ignores blanks around the name. I look at the function and at its test first."),
  plan([
    { content: "Read greet.ts and its test", priority: "medium", status: "completed" },
    { content: "Trim the name", priority: "high", status: "in_progress" },
    { content: "Run the tests", priority: "medium", status: "pending" }
  ]),
  toolCall({ toolCallId: "read", title: "Read src/greet.ts", kind: "read", status: "in_progress" }),
  patch("read", { status: "completed", rawOutput: { lines: 5 } }),
  say(
    "`greet` joins the name as it is. Two things follow:\n\n- blanks around the name end up in the greeting\n- the sentence has **no comma** and no mark at its end\n\nI change the one line that makes the sentence:\n\n```ts\n" +
      "return `Hello, $" +
      "{name.trim()}!`\n```\n",
    { messageId: "finding" }
  ),
  usage(48_200, 200_000, { amount: 0.21, currency: "USD" }),
  toolCall({
    toolCallId: "edit",
    title: "Edit src/greet.ts",
    kind: "edit",
    status: "pending",
    locations: [{ path: "src/greet.ts", line: 2 }],
    content: [{ type: "diff", path: "src/greet.ts", oldText, newText }]
  }),
  askPermission({ toolCallId: "edit", title: "Edit src/greet.ts", kind: "edit" })
])

const demonstration = { ...conversation, info: { name: "example", title: "Example agent", version: "1.0.0" } }

const executablePath = findChromium()
if (executablePath === undefined) throw new Error("no Chromium found; install it with: apt-get install chromium")
await build({ configFile: here("./vite.config.ts") })
const cwd = await mkdtemp(join(tmpdir(), "rxacp-web-"))
const agent = await startAgent({ ...scriptedAgentCommand(demonstration), cwd })
const server = await startServer(api(agent), { port: 0, page: here("./dist/page") })
const browser = await startChromium(executablePath)

const shots = [
  { name: "web-light", colorScheme: "light", viewport: { width: 1200, height: 1110 } },
  { name: "web-dark", colorScheme: "dark", viewport: { width: 1200, height: 1110 } },
  { name: "web-narrow", colorScheme: "light", viewport: { width: 420, height: 900 } }
] as const

for (const { name, ...settings } of shots) {
  const page = await browser.newPage(settings)
  page.on("console", (message) => console.log(message.text()))
  page.on("pageerror", (error) => console.log(error.message))
  await page.goto(server.url)
  await page.getByLabel("Prompt").fill("Names with blanks around them look odd in the greeting. Can you fix that?")
  await page.keyboard.press("Enter")
  await page.getByRole("alertdialog").waitFor()
  await page.screenshot({ path: here(`../../docs/images/${name}.png`) })
  await page.close()
}
await browser.close()
await server.close()
await agent.close()
await rm(cwd, { recursive: true })
