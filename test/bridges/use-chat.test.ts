/** `useChat` in a real browser: a turn with a permission, a reload in the middle, a cancel. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { connect } from "@rxacp/core"
import { askPermission, patch, plan, say, scriptedAgent, stream, think, toolCall } from "@rxacp/core/testing"
import { firstValueFrom } from "rxjs"
import { expect, it, onTestFinished, type TestContext } from "vitest"
import { answerRequests, pagePermissions } from "../../examples/use-chat/answer-requests.ts"
import { launchChromium } from "../../packages/cli/test/support/chromium.ts"
import { browserBundle } from "../support/browser-bundle.ts"

const edit = { toolCallId: "edit", title: "Edit the notes", kind: "edit" } as const

const turns = [
  [
    think("Let me see. "),
    plan(["Look", "Write"]),
    say("First this. ", { messageId: "m1" }),
    toolCall({ ...edit, status: "pending" }),
    askPermission(edit, {
      allowed: [patch("edit", { status: "completed" }), stream("one two three four", { every: 300, messageId: "m2" })],
      rejected: [say("Then not.")]
    })
  ],
  [say("Never ending. "), stream("word ".repeat(400), { every: 50, messageId: "m3" })]
]

const page = (script: string): string =>
  `<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module">${script}</script>`

const serve = async (handle: (request: Request) => Promise<Response>, html: string): Promise<Server> => {
  const server = createServer(async (request, response) => {
    if (request.url === "/") {
      response.setHeader("content-type", "text/html; charset=utf-8").end(html)
      return
    }
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const body = request.method === "POST" ? { body: Buffer.concat(chunks) } : {}
    const url = `http://${request.headers.host}${request.url}`
    const answer = await handle(new Request(url, { method: request.method ?? "GET", ...body }))
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body === null) response.end()
    else {
      const text = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
      response.on("close", () => text.destroy())
      text.on("error", () => response.destroy()).pipe(response)
    }
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  onTestFinished(() => void server.close())
  return server
}

const open = async (context: TestContext) => {
  const browser = await launchChromium(context)
  onTestFinished(() => browser.close())
  const permissions = pagePermissions()
  const connection = connect(scriptedAgent({ turns }), {
    info: { name: "t", version: "0" },
    permissions: permissions.handler
  })
  onTestFinished(() => connection.close())
  const session = await firstValueFrom(connection.open({ cwd: "/" }))
  const { code } = await browserBundle(`import "./examples/use-chat/page.ts"`, {
    define: { "process.env.NODE_ENV": '"production"' }
  })
  const server = await serve(answerRequests(session, permissions), page(code.replaceAll("</script", "<\\/script")))
  const view = await browser.newPage()
  const errors: Array<string> = []
  view.on("pageerror", (error) => errors.push(error.message))
  await view.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { view, errors }
}

it("shows a turn with a permission, a reload in the middle and a cancel", { timeout: 120_000 }, async (context) => {
  const { view, errors } = await open(context)
  const texts = () => view.locator(".assistant .text").allTextContents()

  await view.fill("input", "go")
  await view.click("#send")
  await view.getByText("Allow").click()
  await view.getByText("one two").waitFor()
  await view.reload()
  await view.getByText("one two three four").waitFor()
  await view.locator("main[data-status=ready]").waitFor()
  expect(await texts()).toEqual(["First this. ", "one two three four"])
  expect(await view.locator(".assistant .reasoning").allTextContents()).toEqual(["Let me see. "])
  expect(await view.locator(".tool").allTextContents()).toEqual(["Edit the notes: output-available "])
  expect(await view.locator(".assistant pre").count()).toBe(1)

  await view.fill("input", "again")
  await view.click("#send")
  await view.getByText("Never ending. ").waitFor()
  await view.click("#stop")
  await view.locator("main[data-status=ready]").waitFor()
  expect((await texts()).slice(0, 3)).toEqual(["First this. ", "one two three four", "Never ending. "])
  expect(await view.locator("section").count()).toBe(4)
  expect(errors).toEqual([])
})
