/** What else the web view shows: terminals, other sessions, the end of the agent, and long conversations. */
import { call, exit, patch, raw, say, script, toolCall, tryOutScript } from "@rxacp/core/testing"
import { expect, it } from "vitest"
import { ask, replies, SLOW, turnOver, webView } from "./open-view.ts"

const open = webView()

it("shows the output of a terminal without its control sequences, and how the command ended", {
  timeout: SLOW
}, async (context) => {
  const program = `console.log("\\u001b[31mred\\u001b[0m alert"); process.exitCode = 3`
  const terminalId = "terminal-1"
  const { page, errors } = await open(
    context,
    script([
      call("terminal/create", { command: process.execPath, args: ["-e", program] }),
      toolCall({ toolCallId: "run", title: "Run it", kind: "execute", content: [{ type: "terminal", terminalId }] }),
      call("terminal/wait_for_exit", { terminalId }),
      call("terminal/release", { terminalId }),
      patch("run", { status: "failed" })
    ])
  )
  await ask(page, "Run")
  const terminal = page.getByRole("article", { name: "Tool call: Run it" }).locator(".terminal")
  await terminal.getByText("exit code 3").waitFor()
  expect(await terminal.locator("pre").textContent()).toBe("red alert\n")
  await page.reload()
  await terminal.getByText("exit code 3").waitFor()
  expect(await terminal.locator("pre").textContent()).toBe("red alert\n")
  expect(errors).toEqual([])
})

it("says that the agent has ended, and keeps what it said", { timeout: SLOW }, async (context) => {
  const { page, errors } = await open(context, script([say("Last words."), exit(7)]))
  await ask(page, "Go")
  await page.getByText(/The agent has ended: .*code 7/).waitFor()
  expect(await replies(page)).toEqual(["Last words."])
  expect(await page.getByText(/^Failed: /).count()).toBe(1)
  expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true)
  await page.reload()
  await page.getByText(/The agent has ended/).waitFor()
  expect(await replies(page)).toEqual(["Last words."])
  expect(errors).toEqual([])
})

it("loads an earlier session, and opens a new one", { timeout: SLOW }, async (context) => {
  const { page, errors } = await open(context, tryOutScript)
  const sessions = page.getByRole("combobox", { name: "Session" })
  await sessions.selectOption({ label: "An earlier conversation" })
  await page.getByText("Nothing yet.").waitFor()
  expect(await page.getByRole("article", { name: "You" }).locator(".body").textContent()).toContain(
    "What is in the notes?"
  )

  await page.getByRole("button", { name: "New session" }).click()
  await page.getByText("Nothing yet.").waitFor({ state: "detached" })
  await page.getByText("Connected", { exact: true }).waitFor()
  expect(await page.getByRole("article").count()).toBe(0)
  expect(await sessions.locator("option").count()).toBe(3)
  expect(errors).toEqual([])
})

it("puts only the latest of 5,000 tool calls on the page, and earlier ones when asked", {
  timeout: SLOW
}, async (context) => {
  const calls = Array.from({ length: 5_000 }, (_, index) => ({
    sessionUpdate: "tool_call",
    toolCallId: `c${index}`,
    title: `Call ${index}.`,
    status: "completed"
  }))
  // The first session of a scripted agent is s1.
  const lines = calls.map((update) => ({ method: "session/update", params: { sessionId: "s1", update } }))
  const written = lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("")
  const { page, errors } = await open(context, script([raw(written)]))
  await ask(page, "Work")
  await page.getByText("Call 4999.").waitFor()
  await turnOver(page)
  expect(await page.getByRole("article").count()).toBe(200)
  await page.getByRole("button", { name: "Show earlier entries" }).click()
  expect(await page.getByRole("article").count()).toBe(400)
  expect(await page.getByText("Call 4600.").count()).toBe(1)
  expect(errors).toEqual([])
})
