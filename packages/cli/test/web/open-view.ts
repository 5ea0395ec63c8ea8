/** The web view on a scripted agent, in a real browser, for one test. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { AgentScript } from "@rxacp/core/testing"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import type { Browser, Page } from "playwright-core"
import { build } from "vite"
import { afterAll, beforeAll, onTestFinished, type TestContext } from "vitest"
import { startServer, type WebServer } from "../../src/server/loopback-server.ts"
import { startAgent, type WebAgent } from "../../src/web/agent.ts"
import { api } from "../../src/web/api.ts"
import { launchChromium } from "../support/chromium.ts"

/** How long a test that starts a browser, an agent and a build may take, in ms. */
export const SLOW = 180_000

/** A page that is open, and what is behind it. */
export interface OpenView {
  readonly page: Page
  readonly browser: Browser
  readonly agent: WebAgent
  readonly server: WebServer
  /** What went wrong in the page's own code so far. */
  readonly errors: ReadonlyArray<string>
}

/** Builds the page once for a file of tests, into a folder of its own; gives a function that opens it on a script. */
export const webView = () => {
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rxacp-page-"))
    const configFile = fileURLToPath(new URL("../../vite.config.ts", import.meta.url))
    await build({ configFile, build: { outDir: folder } })
  }, SLOW)
  afterAll(() => rm(folder, { recursive: true }))

  return async (context: TestContext, script: AgentScript): Promise<OpenView> => {
    const browser = await launchChromium(context)
    onTestFinished(() => browser.close())
    const agent = await startAgent({ ...scriptedAgentCommand(script), cwd: folder })
    onTestFinished(() => agent.close())
    const server = await startServer(api(agent), { port: 0, page: folder })
    onTestFinished(() => server.close())
    const page = await browser.newPage()
    page.setDefaultTimeout(SLOW / 3)
    const errors: Array<string> = []
    page.on("pageerror", (error) => errors.push(error.message))
    await page.goto(server.url)
    await page.getByText("Connected", { exact: true }).waitFor()
    return { page, browser, agent, server, errors }
  }
}

/** Types a prompt and sends it with the Enter key. */
export const ask = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel("Prompt").fill(text)
  await page.getByLabel("Prompt").press("Enter")
}

/** Waits for the end of the turn, which brings the Send button back. */
export const turnOver = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" })

/** The texts of the agent's messages, in order. */
export const replies = (page: Page): Promise<ReadonlyArray<string>> =>
  page.locator("article.message.agent .body").allInnerTexts()
