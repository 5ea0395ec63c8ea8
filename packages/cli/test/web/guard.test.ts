/** Who gets an answer from the server of the web view. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { say, script } from "@rxacp/core/testing"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startServer, type WebServer } from "../../src/server/loopback-server.ts"
import { startAgent, type WebAgent } from "../../src/web/agent.ts"
import { api } from "../../src/web/api.ts"

let folder = ""
let agent: WebAgent
let server: WebServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rxacp-guard-"))
  await writeFile(join(folder, "index.html"), "<!doctype html>")
  await writeFile(join(folder, "secret.txt"), "secret")
  agent = await startAgent({ ...scriptedAgentCommand(script([say("hi")])), cwd: folder })
  server = await startServer(api(agent), { port: 0, page: folder })
}, 60_000)

afterAll(async () => {
  await server.close()
  await agent.close()
  await rm(folder, { recursive: true })
})

interface Call {
  readonly method?: string
  readonly path?: string
  /** In place of the right ones; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string
}

/** The status of a call that is right in all that `call` does not say otherwise. */
const statusOf = (call: Call): Promise<number | undefined> => {
  const { port } = new URL(server.url)
  const { method = "POST", path = "/api/sessions", body = "{}" } = call
  const headers = {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    authorization: `Bearer ${server.token}`,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...call.headers
  }
  return new Promise((resolve, reject) => {
    const given = Object.entries(headers).filter(([, value]) => value !== undefined)
    const call = request({ port, method, path, headers: Object.fromEntries(given) }, (response) => {
      resolve(response.statusCode)
      response.destroy()
    })
    call.on("error", reject).end(body)
  })
}

describe("the server of the web view", () => {
  it("answers its own page", async () => {
    expect(await statusOf({})).toBe(200)
    expect(await statusOf({ method: "GET", path: "/" })).toBe(200)
  })

  it.each<[string, number, Call]>([
    ["a wrong token", 401, { headers: { authorization: "Bearer wrong" } }],
    ["no token", 401, { headers: { authorization: "" } }],
    [
      "a wrong token on the event stream",
      401,
      { method: "GET", path: "/api/sessions/s1/events", headers: { authorization: "" } }
    ],
    ["another origin", 403, { headers: { origin: "https://example.org" } }],
    ["the origin of a sandboxed page", 403, { headers: { origin: "null" } }],
    ["a change without an origin", 403, { headers: { origin: undefined } }],
    ["the same address with another port", 403, { headers: { origin: "http://127.0.0.1:1" } }],
    ["a name that resolves to this machine", 403, { headers: { host: "rebound.example.org" } }],
    [
      "a link from another site",
      403,
      { method: "GET", path: "/", headers: { origin: undefined, "sec-fetch-site": "cross-site" } }
    ],
    ["a form's content type", 400, { headers: { "content-type": "text/plain" } }],
    ["a body that is no JSON", 400, { body: "{" }],
    ["a body that is too large", 400, { body: JSON.stringify({ text: "x".repeat(1024 * 1024) }) }],
    ["an unknown session", 404, { path: "/api/sessions/none/prompt" }],
    ["a path with a broken escape", 400, { path: "/api/sessions/%E0%A4%A/prompt" }],
    ["a path out of the page's folder", 404, { method: "GET", path: "/../../../etc/passwd" }],
    ["a file that is no part of a page", 404, { method: "GET", path: "/secret.txt" }]
  ])("refuses %s", async (_, status, call) => {
    expect(await statusOf(call)).toBe(status)
  })

  it("listens on the loopback address only", () => {
    expect(new URL(server.url).hostname).toBe("127.0.0.1")
  })

  it("sends the page with a policy that allows no code but its own", async () => {
    const page = await fetch(server.url)
    const policy = page.headers.get("content-security-policy") ?? ""
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
  })
})
