/** A page in a real browser that drives an agent through our server, with nothing but the packages. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { agentTransport } from "@rxacp/http"
import { concat, map, mergeMap, of, range } from "rxjs"
import { expect, it, onTestFinished } from "vitest"
import { launchChromium } from "../../packages/cli/test/support/chromium.ts"
import { ourServer } from "../interop/network.ts"
import { browserBundle } from "../support/browser-bundle.ts"

const program = `
  import { connect } from "@rxacp/core"
  import { emptySession, foldSession, lastAgentMessage, messageText } from "@rxacp/fold"
  import { httpTransport, webSocketTransport } from "@rxacp/http"
  import { firstValueFrom, lastValueFrom, of, reduce } from "rxjs"

  export const run = async (url, token, hold) => {
    const transport = url.startsWith("ws") ? webSocketTransport(url, { token }) : httpTransport(url, { token })
    let cuts = 0
    transport.link.subscribe((state) => { if (state === "cut") cuts++ })
    const permissions = ({ options }) => of({ outcome: "selected", optionId: options[0].optionId })
    const connection = connect(transport, { info: { name: "page", version: "1" }, permissions })
    const session = await firstValueFrom(connection.open({ cwd: "/" }))
    if (hold > 0) { const release = transport.flow.hold(); setTimeout(release, hold) }
    const state = await lastValueFrom(session.prompt("go").pipe(reduce(foldSession, emptySession())))
    await connection.close()
    return { text: messageText(lastAgentMessage(state)), cuts }
  }`

/** Serves the page from a port of its own. */
const sitesPage = async (code: string) => {
  const server = createServer((request, response) => {
    if (request.url === "/page.js") return response.setHeader("Content-Type", "text/javascript").end(code)
    response.setHeader("Content-Type", "text/html").end(`<!doctype html><script src="/page.js"></script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

it("drives an agent over a WebSocket and over HTTP, through a cut, from a page of another origin", {
  timeout: 120_000
}, async (context) => {
  const browser = await launchChromium(context)
  onTestFinished(() => browser.close())
  const { code } = await browserBundle(program, { format: "iife", globalName: "agentPage" })
  const site = await sitesPage(code)
  onTestFinished(site.stop)
  let atCut = () => {}
  const server = await ourServer(
    () =>
      agentTransport({
        info: { name: "agent", version: "1" },
        newSession: () => of({ sessionId: "s" }),
        prompt: (_, { requestPermission }) =>
          concat(
            requestPermission({
              toolCall: { toolCallId: "t" },
              options: [{ optionId: "y", name: "Yes", kind: "allow_once" }]
            }).pipe(
              mergeMap(() => range(0, 2000)),
              map((n) => {
                if (n === 1000) atCut()
                return {
                  sessionUpdate: "agent_message_chunk" as const,
                  content: { type: "text" as const, text: `${n},` }
                }
              })
            ),
            of({ stopReason: "end_turn" as const })
          )
      }),
    { token: "token", origins: [site.url] }
  )
  onTestFinished(() => server.stop())
  atCut = () => server.cut()
  const page = await browser.newPage()
  await page.goto(site.url)
  const whole = Array.from({ length: 2000 }, (_, n) => `${n},`).join("")
  const run = (url: string, hold: number) => page.evaluate(`agentPage.run(${JSON.stringify(url)}, "token", ${hold})`)
  expect(await run(server.ws, 300)).toEqual({ text: whole, cuts: 1 })
  expect(await run(server.http, 0)).toEqual({ text: whole, cuts: 1 })
})
