/** A whole turn in the web view: what is shown, how it is answered, and what a reload or a broken connection changes. */
import { askPermission, patch, plan, say, script, stream, think, toolCall, usage } from "@rxacp/core/testing"
import { expect, it } from "vitest"
import { ask, replies, SLOW, turnOver, webView } from "./open-view.ts"

const open = webView()

const editing = script([
  think("Looking first."),
  plan([
    { content: "Look", priority: "medium", status: "completed" },
    { content: "Edit", priority: "high", status: "in_progress" }
  ]),
  usage(1_500, 10_000, { amount: 0.5, currency: "EUR" }),
  say("I change **one** line.", { messageId: "before" }),
  toolCall({
    toolCallId: "edit",
    title: "Edit a.txt",
    kind: "edit",
    status: "pending",
    content: [{ type: "diff", path: "a.txt", oldText: "one\n", newText: "two\n" }]
  }),
  askPermission(
    { toolCallId: "edit" },
    {
      allowed: [patch("edit", { status: "completed" }), say("Changed.", { messageId: "after" })],
      rejected: [patch("edit", { status: "failed" }), say("Left alone.", { messageId: "after" })]
    }
  )
])

it("the page shows a turn, asks for permission, and shows the outcome", { timeout: SLOW }, async (context) => {
  const { page, errors } = await open(context, editing)
  await ask(page, "Change it")
  const request = page.getByRole("alertdialog", { name: "Allow “Edit a.txt”?" })
  await request.waitFor()

  const call = page.getByRole("article", { name: "Tool call: Edit a.txt" })
  expect(await page.getByRole("article", { name: "You" }).textContent()).toContain("Change it")
  expect(await page.locator("article.thought details").getAttribute("open")).toBeNull()
  expect(await page.locator("article.agent strong").textContent()).toBe("one")
  expect(await call.locator("del").textContent()).toContain("-one")
  expect(await call.locator("ins").textContent()).toContain("+two")
  expect(await page.getByRole("complementary").getByRole("listitem").allTextContents()).toEqual([
    "Look (done)",
    "Edit (in progress)"
  ])
  expect(await page.getByRole("meter").getAttribute("value")).toBe("1500")
  expect(await page.getByRole("complementary").textContent()).toContain("0.50 EUR")

  await request.getByRole("button", { name: "Allow", exact: true }).click()
  await turnOver(page)
  expect(await request.count()).toBe(0)
  expect(await call.locator(".status").textContent()).toBe("done")
  expect(await replies(page)).toEqual(["I change one line.", "Changed."])
  expect(await page.locator("#announcer").textContent()).toContain("Changed.")
  expect(errors).toEqual([])
})

it("is answered with the keyboard alone, and never by a key that was meant for the prompt", {
  timeout: SLOW
}, async (context) => {
  const { page } = await open(context, editing)
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  expect(page.url()).toContain("#session=")
  await page.keyboard.type("Change it")
  await page.keyboard.press("Enter")
  const request = page.getByRole("alertdialog")
  await request.waitFor()
  expect(await request.evaluate((frame) => frame === document.activeElement)).toBe(true)
  await page.keyboard.press("Enter")
  await page.keyboard.press("Space")
  expect(await request.count()).toBe(1)

  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Tab")
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Reject")
  await page.keyboard.press("Enter")
  await turnOver(page)
  expect(await replies(page)).toEqual(["I change one line.", "Left alone."])
  expect(await page.getByLabel("Prompt").evaluate((prompt) => prompt === document.activeElement)).toBe(true)
})

it("has landmarks, names and states that assistive technology can find", { timeout: SLOW }, async (context) => {
  const { page } = await open(context, editing)
  await ask(page, "Change it")
  await page.getByRole("alertdialog").waitFor()
  for (const [role, name] of [
    ["banner", undefined],
    ["main", undefined],
    ["complementary", "Progress"],
    ["region", "Conversation"],
    ["textbox", "Prompt"],
    ["combobox", "Session"],
    ["button", "Stop"],
    ["meter", "Context used"]
  ] as const) {
    expect(await page.getByRole(role, name === undefined ? {} : { name }).count(), `${role} ${name}`).toBe(1)
  }
  const nameless = await page.evaluate(
    () => [...document.querySelectorAll("button")].filter((button) => button.textContent?.trim() === "").length
  )
  expect(nameless).toBe(0)
})

const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(" ")

it("loses and doubles nothing when the page is loaded again in mid-turn", { timeout: SLOW }, async (context) => {
  const { page, errors } = await open(context, script([stream(words, { every: 10 })]))
  await ask(page, "Talk")
  await page.getByText("word20 ").waitFor()
  await page.reload()
  await page.getByText("word40 ").waitFor()
  await page.reload()
  await turnOver(page)
  await page.getByText("word399").waitFor()
  expect(await replies(page)).toEqual([words])
  expect(await page.getByRole("article", { name: "You" }).count()).toBe(1)
  expect(errors).toEqual([])
})

it("goes on from the last event after the connection broke, with nothing lost or doubled", {
  timeout: SLOW
}, async (context) => {
  const { page, server, errors } = await open(context, script([stream(words, { every: 10 })]))
  const asked: Array<string | undefined> = []
  page.on("request", (request) => {
    if (request.url().endsWith("/events")) asked.push(request.headers()["last-event-id"])
  })
  await ask(page, "Talk")
  await page.getByText("word20 ").waitFor()
  server.disconnect()
  await page.getByText("Connection lost").waitFor()
  await page.getByText("word60 ").waitFor()
  server.disconnect()
  await page.getByText("word399").waitFor()
  await turnOver(page)
  expect(await replies(page)).toEqual([words])
  expect(asked.filter((id) => /^\d+-\d+$/.test(id ?? "")).length).toBeGreaterThan(1)
  expect(errors).toEqual([])
})
