/** A flood of updates in the web view. */
import { flood, say, script } from "@rxacp/core/testing"
import { expect, it } from "vitest"
import { ask, SLOW, turnOver, webView } from "./open-view.ts"

const open = webView()

it("shows all of 20,000 updates and answers to the user while they come", { timeout: SLOW }, async (context) => {
  const { page, errors } = await open(context, script([flood(20_000, 50), say("The end.", { messageId: "end" })]))
  await page.evaluate(() => {
    const prompt = document.querySelector("textarea")
    const shown = document.querySelector("#conversation")
    prompt?.addEventListener("input", () => seen.push(shown?.textContent?.length ?? 0))
    const seen: Array<number> = []
    Object.assign(window, { seen })
  })
  await ask(page, "Flood")
  await page.getByText("xxxx").first().waitFor()
  const end = page.locator("#conversation").getByText("The end.")
  while (!(await end.isVisible())) await page.keyboard.press("s")
  await turnOver(page)
  const [text = ""] = await page.locator("article.message.agent .body").allTextContents()
  expect(text.trim()).toBe("x".repeat(20_000 * 50))
  // Keys were handled while only a part of the text was there.
  const seen = await page.evaluate<ReadonlyArray<number>>("seen")
  expect(seen.some((length) => length > 100 && length < 20_000 * 50)).toBe(true)
  expect(errors).toEqual([])
})

it("stops a turn that would go on for ever", { timeout: SLOW }, async (context) => {
  const { page, errors } = await open(context, script([flood(50_000_000, 50)]))
  await ask(page, "Flood")
  await page.getByText("xxxx").first().waitFor()
  await page.getByRole("button", { name: "Stop" }).click()
  await turnOver(page)
  expect(await page.getByText("Stopped").count()).toBe(1)
  expect(errors).toEqual([])
})
