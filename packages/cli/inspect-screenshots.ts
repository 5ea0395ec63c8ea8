/** `npm run inspect:screenshots`: the pictures of the inspector in `docs/images`, in light and in dark. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseTrace } from "@rxacp/core/testing"
import { inspectApi } from "./src/inspect/server/inspect-api.ts"
import { Traffic } from "./src/inspect/traffic/traffic.ts"
import { startServer } from "./src/server/loopback-server.ts"
import { pageFolder } from "./src/server/page-folder.ts"
import { findChromium, startChromium } from "./test/support/chromium.ts"

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const executablePath = findChromium()
if (executablePath === undefined) throw new Error("no Chromium found; install it with: apt-get install chromium")

// A recorded conversation, with two faults added.
const trace = parseTrace(readFileSync(here("../../test/traces/opencode-1.18-tools.ndjson"), "utf8"))
const traffic = new Traffic(64 * 1024 * 1024)
const start = Date.UTC(2026, 0, 1, 9, 30)
trace.forEach((record, index) => {
  if (record.from !== "client" && record.from !== "agent") return
  traffic.chunk(record.from, new TextEncoder().encode(`${record.line}\n`), start + index * 37)
})
const sessionId = traffic.sessions[0]
const late = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "one more thing" } }
for (const update of [late, { sessionUpdate: "tool_call", toolCallId: 7, title: "Read" }]) {
  const message = { jsonrpc: "2.0", method: "session/update", params: { sessionId, update } }
  traffic.chunk("agent", new TextEncoder().encode(`${JSON.stringify(message)}\n`), start + 5_000)
}

const server = await startServer(inspectApi(traffic, "opencode acp"), { port: 0, page: pageFolder(), view: "inspect" })
const browser = await startChromium(executablePath)
for (const colorScheme of ["light", "dark"] as const) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1400, height: 800 } })
  await page.goto(server.url)
  await page.getByText(/\d+ messages/).waitFor()
  await page.getByText("The conversation as of this message").click()
  await page.locator(".row", { hasText: "late" }).first().click()
  await page.locator("#conversation .message.agent").first().waitFor()
  await page.screenshot({ path: here(`../../docs/images/inspect-${colorScheme}.png`) })
  await page.close()
}
await browser.close()
await server.close()
