/** The inspector's page in a real browser. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { build } from "vite"
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext } from "vitest"
import { inspectApi } from "../../src/inspect/server/inspect-api.ts"
import { Traffic } from "../../src/inspect/traffic/traffic.ts"
import { startServer } from "../../src/server/loopback-server.ts"
import { launchChromium } from "../support/chromium.ts"

const slow = { timeout: 180_000 }
const encoder = new TextEncoder()
let folder = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rxacp-page-"))
  const configFile = fileURLToPath(new URL("../../vite.config.ts", import.meta.url))
  await build({ configFile, build: { outDir: folder } })
}, slow.timeout)
afterAll(() => rm(folder, { recursive: true }))

const rpc = (fields: object) => ({ jsonrpc: "2.0", ...fields })
const update = (fields: object) => rpc({ method: "session/update", params: { sessionId: "s", update: fields } })
const chunk = (text: unknown) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } })

const play = (traffic: Traffic, ...lines: ReadonlyArray<readonly ["client" | "agent", object]>): void => {
  for (const [from, value] of lines) traffic.chunk(from, encoder.encode(`${JSON.stringify(value)}\n`), 1_000)
}

const prompted = [
  ["client", rpc({ id: 0, method: "session/new", params: { cwd: "/", mcpServers: [] } })],
  ["agent", rpc({ id: 0, result: { sessionId: "s" } })],
  [
    "client",
    rpc({ id: 1, method: "session/prompt", params: { sessionId: "s", prompt: [{ type: "text", text: "go" }] } })
  ]
] as const

const open = async (context: TestContext, traffic: Traffic): Promise<{ page: Page; errors: ReadonlyArray<string> }> => {
  const browser = await launchChromium(context)
  onTestFinished(() => browser.close())
  const server = await startServer(inspectApi(traffic, "agent --acp"), { port: 0, page: folder, view: "inspect" })
  onTestFinished(() => server.close())
  const page = await browser.newPage({ viewport: { width: 1400, height: 800 } })
  const errors: Array<string> = []
  page.on("pageerror", (error) => errors.push(error.message))
  await page.goto(server.url)
  await page.getByText(/\d+ messages/).waitFor()
  return { page, errors }
}

describe("the inspector's page", slow, () => {
  it("marks planted faults, and shows the message with its remarks", async (context) => {
    const traffic = new Traffic(1024 * 1024 * 1024)
    const answer = rpc({ id: 1, result: { stopReason: "end_turn" } })
    play(traffic, ...prompted, ["agent", chunk("hello")], ["agent", chunk(5)], ["agent", answer])
    play(traffic, ["agent", chunk("too late")], ["agent", answer])
    play(traffic, ["client", rpc({ id: 2, method: "logout" })])
    traffic.exit(0, null, 2_000)
    const { page, errors } = await open(context, traffic)
    for (const mark of ["malformed", "late", "duplicate", "unanswered"]) {
      await page.locator(".row .mark", { hasText: mark }).first().waitFor()
    }
    await page.locator(".row", { hasText: "malformed" }).click()
    await page.getByText("update.content.text", { exact: false }).first().waitFor()
    await page.getByLabel("Remarks").selectOption("late")
    await page.waitForFunction(() => document.querySelectorAll(".row").length === 1)
    expect(await page.locator(".row").textContent()).toContain("session/update")
    expect(errors).toEqual([])
  })

  it("shows the conversation as it was after the chosen message", async (context) => {
    const traffic = new Traffic(1024 * 1024 * 1024)
    play(traffic, ...prompted, ["agent", chunk("one")], ["agent", chunk(" two")])
    const { page } = await open(context, traffic)
    await page.getByText("The conversation as of this message").click()
    await page.locator("#list").focus()
    await page.keyboard.press("End")
    await page.locator("#conversation .message.agent", { hasText: "one two" }).waitFor()
    await page.keyboard.press("ArrowUp")
    await page.waitForFunction(
      () => document.querySelector("#conversation .message.agent")?.textContent?.includes("two") === false
    )
    expect(await page.locator("#conversation .message.agent").textContent()).toContain("one")
  })

  it("draws only what is seen of 200,000 messages, and reaches the last", async (context) => {
    const traffic = new Traffic(1024 * 1024 * 1024)
    play(traffic, ...prompted)
    for (let i = 0; i < 200; i++) {
      const lines = Array.from({ length: 1_000 }, (_, n) => `${JSON.stringify(chunk(`m${i * 1_000 + n} `))}\n`).join("")
      traffic.chunk("agent", encoder.encode(lines), 1_000 + i)
    }
    const { page, errors } = await open(context, traffic)
    await page.getByText("200003 messages").waitFor()
    await page.locator("#list").focus()
    await page.keyboard.press("Home")
    await page.locator(".row", { hasText: "session/new" }).first().waitFor()
    await page.keyboard.press("End")
    await page.locator('.row[aria-posinset="200003"]').waitFor()
    expect(await page.locator(".row").count()).toBeLessThan(60)
    await page.getByLabel("Text", { exact: true }).fill("m123456 ")
    await page.waitForFunction(() => document.querySelectorAll(".row").length === 1)
    expect(errors).toEqual([])
  })

  it("is not harmed by what a hostile agent sends", async (context) => {
    const traffic = new Traffic(1024 * 1024 * 1024)
    play(traffic, ...prompted)
    const deep = `{"jsonrpc":"2.0","method":"session/update","params":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}\n`
    traffic.chunk("agent", encoder.encode(deep), 2_000)
    play(traffic, ["agent", rpc({ method: "<img src=x onerror=alert(1)>\u202e", params: {} })])
    const { page, errors } = await open(context, traffic)
    await page.locator(".row", { hasText: "unknownMethod" }).click()
    await page.locator("#text", { hasText: "onerror" }).waitFor()
    await page.locator(".row", { hasText: "malformed" }).click()
    await page.locator("#text", { hasText: "more characters" }).waitFor()
    expect(await page.locator("img").count()).toBe(0)
    expect(errors).toEqual([])
  })
})
