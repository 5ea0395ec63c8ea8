/** Core and fold in a real browser, under a policy as strict as a page may set. */
import { expect, it, onTestFinished } from "vitest"
import { launchChromium } from "../packages/cli/test/support/chromium.ts"
import { browserBundle } from "./support/browser-bundle.ts"
import { pagePipeline, said } from "./support/page-pipeline.ts"

it("a real browser turns the bytes of an agent into the state of a conversation", {
  timeout: 120_000
}, async (context) => {
  const browser = await launchChromium(context)
  onTestFinished(() => browser.close())
  const { code } = await browserBundle(pagePipeline, { format: "iife", globalName: "pipeline" })
  const page = await browser.newPage()
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(error.message))
  page.on("console", (message) => errors.push(message.text()))
  await page.route("http://page.test/", (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": "default-src 'none'; img-src data:; script-src 'self'" },
      body: `<!doctype html><link rel="icon" href="data:,"><script src="/pipeline.js"></script>`
    })
  )
  await page.route("http://page.test/pipeline.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: code })
  )
  await page.goto("http://page.test/")
  const text = await page.evaluate(`pipeline.textOf(${JSON.stringify(said("Grüß", " dich 👋"))}, 7)`)
  expect(text).toBe("Grüß dich 👋")
  expect(errors).toEqual([])
})
