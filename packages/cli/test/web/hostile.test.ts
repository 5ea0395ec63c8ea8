/** What an agent says can't do anything in the page. */
import { say, script, toolCall } from "@rxacp/core/testing"
import { expect, it } from "vitest"
import { ask, SLOW, turnOver, webView } from "./open-view.ts"

const open = webView()

const texts = [
  `<script>window.pwned = "script"</script>`,
  `<img src="x" onerror="window.pwned = 'image'">`,
  `![alt](x" onerror="window.pwned='alt')`,
  `<svg onload="window.pwned = 'svg'"></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="window.pwned='mxss'">`,
  `[link](javascript:window.pwned='link') and <javascript:window.pwned='auto'>`,
  `[data](data:text/html,<script>opener.pwned='data'</script>) and [entity](&#106;avascript:window.pwned='entity')`,
  `<iframe srcdoc="<script>parent.pwned = 'frame'</script>"></iframe>`,
  `<div style="position:fixed;inset:0;z-index:99">over everything</div><style>body { display: none }</style>`,
  `<form action="https://example.org"><input name="password"><button>Send</button></form>`,
  `<a href="https://example.org" onclick="window.pwned='click'" id="send" class="unseen">named</a>`,
  "```html\n<script>window.pwned = 'code'</script>\n```",
  `${">".repeat(15_000)} deep`
]

it("runs nothing, loads nothing and hides nothing that hostile Markdown asks for", {
  timeout: SLOW
}, async (context) => {
  const inTool = { type: "content", content: { type: "text", text: texts.slice(0, 6).join("\n\n") } } as const
  const { page, errors, server } = await open(
    context,
    script([
      ...texts.map((text, index) => say(text, { messageId: `m${index}` })),
      toolCall({ toolCallId: "<img src=x onerror=window.pwned='id'>", title: "<b>title</b>", content: [inTool] }),
      say("The end.", { messageId: "end" })
    ])
  )
  const foreign: Array<string> = []
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(server.url).origin)) foreign.push(request.url())
  })
  page.on("dialog", (dialog) => foreign.push(dialog.message()))
  await ask(page, "<img src=x onerror=\"window.pwned='prompt'\">")
  await turnOver(page)
  await page.getByText("The end.").waitFor()

  for (const link of await page.locator("article a").all()) await link.click({ noWaitAfter: true, timeout: 5_000 })
  expect(await page.evaluate("window.pwned")).toBeUndefined()
  expect(
    await page
      .locator("#conversation")
      .locator("script, style, img, svg, iframe, form, input, [onerror], [style], [id]")
      .count()
  ).toBe(0)
  const links = await page.locator("article a[href]").evaluateAll((all) => all.map((a) => a.getAttribute("href")))
  expect(links.filter((href) => !/^https?:/.test(href ?? ""))).toEqual([])
  expect(await page.getByText('<script>window.pwned = "script"</script>').count()).toBeGreaterThan(0)
  expect(await page.locator("#conversation").getByText("over everything").count()).toBe(1)
  expect(foreign.filter((url) => !url.startsWith("https://example.org"))).toEqual([])
  expect(errors).toEqual([])
})
