import { connect } from "@rxacp/core"
import { type AcpServer, agentTransport, serveAcp, webSocketTransport } from "@rxacp/http"
import { firstValueFrom, of } from "rxjs"
import { describe, expect, it } from "vitest"
import { serve } from "./support/listening.ts"

const agent = () =>
  agentTransport({
    info: { name: "a", version: "1" },
    newSession: () => of({ sessionId: "s" }),
    prompt: () => of({ stopReason: "end_turn" })
  })
const initialize = { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 1 } }

const post = (server: AcpServer, headers: Record<string, string> = {}, body: string = JSON.stringify(initialize)) =>
  server.fetch(
    new Request("http://host.test/acp", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body
    })
  )

describe("a server", () => {
  it.each<readonly [string, string | undefined, number]>([
    ["of no page", undefined, 200],
    ["of a page of its own host", "http://host.test", 200],
    ["of a page of another host", "http://evil.test", 403],
    ["of a page without an origin", "null", 403]
  ])("answers a request %s", async (_, origin, status) => {
    const server = serveAcp(agent)
    expect((await post(server, origin === undefined ? {} : { Origin: origin })).status).toBe(status)
    await server.close()
  })

  it("lets the origins pass that it was given, and tells their pages what they may read", async () => {
    const server = serveAcp(agent, { origins: ["http://page.test"] })
    const answer = await post(server, { Origin: "http://page.test" })
    expect(answer.status).toBe(200)
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("http://page.test")
    expect((await post(server, { Origin: "http://host.test" })).status).toBe(403)
    await server.close()
  })

  it("wants its token, whole", async () => {
    const server = serveAcp(agent, { token: "secret" })
    const statuses = await Promise.all(
      [
        {},
        ...["Bearer secre", "Bearer secrets", "Basic secret", "bearer secret"].map((Authorization) => ({
          Authorization
        }))
      ].map(async (headers) => (await post(server, headers)).status)
    )
    expect(statuses).toEqual([401, 401, 401, 401, 200])
    await server.close()
  })

  it("takes a token from the upgrade of a page, and from that of a program", async () => {
    const { ws, server } = await serve(agent, { token: "sëcret" })
    const connection = connect(webSocketTransport(ws, { token: encodeURIComponent("sëcret") }), {
      info: { name: "t", version: "1" }
    })
    await expect(firstValueFrom(connection.initialize())).rejects.toMatchObject({ _tag: "ConnectionClosed" })
    const upgrade = (protocols: string) =>
      server.upgrade(new Request("http://h/acp", { headers: { "Sec-WebSocket-Protocol": protocols } }))
    const token = Buffer.from("sëcret").toString("base64url")
    expect(await upgrade(`acp.v1, acp.bearer.${token}`)).toMatchObject({ protocol: "acp.v1" })
    expect(await upgrade("acp.v1, acp.bearer.%%%")).toMatchObject({ status: 401 })
  })

  it("takes no more connections than it may, and others once one has gone", async () => {
    const server = serveAcp(agent, { maxConnections: 1 })
    const first = await post(server)
    expect([first.status, (await post(server)).status, server.connections]).toEqual([200, 503, 1])
    const headers = { "Acp-Connection-Id": first.headers.get("Acp-Connection-Id") ?? "" }
    expect((await server.fetch(new Request("http://h/", { method: "DELETE", headers }))).status).toBe(202)
    expect((await post(server)).status).toBe(200)
    await server.close()
  })

  it.each<readonly [string, Record<string, string>, string, number]>([
    ["another content type", { "Content-Type": "text/plain" }, "{}", 415],
    ["no JSON", {}, "no", 400],
    ["a batch", {}, "[]", 501],
    ["a message before initialize", {}, `{"jsonrpc":"2.0","method":"x"}`, 400],
    ["an unknown connection", { "Acp-Connection-Id": "x" }, `{"jsonrpc":"2.0","method":"x"}`, 404],
    ["a message that is too large", {}, JSON.stringify({ text: "x".repeat(2000) }), 413]
  ])("refuses %s", async (_, headers, body, status) => {
    const server = serveAcp(agent, { maxMessageBytes: 1000 })
    expect((await post(server, headers, body)).status).toBe(status)
    await server.close()
  })

  it("serveAcp answers why there is no agent", async () => {
    const server = serveAcp(() => Promise.reject(new Error("out of agents")))
    const answer = await post(server)
    expect([answer.status, await answer.json()]).toMatchObject([
      502,
      { id: 0, error: { message: expect.stringContaining("out of agents") } }
    ])
    expect(server.connections).toBe(0)
  })

  it("serveAcp throws a RangeError for bad limits", () => {
    expect(() => serveAcp(agent, { maxConnections: 0 })).toThrow(RangeError)
    expect(() => serveAcp(agent, { graceMs: Number.NaN })).toThrow(RangeError)
  })
})
