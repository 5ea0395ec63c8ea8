/** The recipes of the cookbook: short programs that run as printed. */
import { once } from "node:events"
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { eventFromJson, type SessionEvent, type SessionUpdate } from "@rxacp/core"
import { emptySession, foldSession, messages, messageText, replyText, restoreSession, toolCall } from "@rxacp/fold"
import { execa } from "execa"
import { Subject } from "rxjs"
import { describe, expect, it, onTestFinished } from "vitest"
import { snippetsIn, textOf } from "../docs/snippets.ts"
import { follow, sendTo } from "../examples/recipes/session-stream.ts"
import { launchChromium } from "../packages/cli/test/support/chromium.ts"
import { browserBundle } from "./support/browser-bundle.ts"
import { filesBelow } from "./support/workspaces.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const node = ["--conditions=@rxacp/source", "--import", "tsx"]
const recipes = filesBelow("examples/recipes").map((file) => `examples/recipes/${file}`)

/** Runs a recipe as a reader does, to its end, and gives the lines that it prints. */
const run = async (file: string): Promise<ReadonlyArray<string>> => {
  const { stdout } = await execa(process.execPath, [...node, `examples/recipes/${file}`], { cwd: root })
  return stdout.split("\n")
}

/** Starts a recipe that serves, and gives the address that it prints. */
const serve = async (file: string): Promise<string> => {
  const server = execa(process.execPath, [...node, `examples/recipes/${file}`], { cwd: root, buffer: false })
  onTestFinished(async () => {
    server.kill()
    await server.catch(() => {})
  })
  const [line = ""] = (await server.iterable().next()).value?.match(/http:\S+/) ?? []
  return line
}

/** The state that a listener of `session-stream.ts` ends with. */
const foldSent = (body: string) =>
  body.split("\n\n").reduce((state, block) => {
    const [, name, data = ""] = block.match(/^event: (.*)\ndata: (.*)$/) ?? []
    if (name === "state") return restoreSession(data)
    return name === "event" ? foldSession(state, eventFromJson(JSON.parse(data))) : state
  }, emptySession())

const refused = "I read the notes. I did not edit NOTES.md, because you did not allow it."
const allowed = "I read the notes and wrote your question down in NOTES.md."
const replyTo = (prompt: string, then = refused): string => `You asked: “${prompt}”. ${then}`

describe("the cookbook", () => {
  it("has each recipe", () => {
    const shown = snippetsIn(textOf("docs/cookbook.md")).map(({ file }) => file)
    expect([...shown].sort()).toEqual([...recipes].sort())
  })

  it("has recipes of at most 60 lines", () => {
    expect(recipes.filter((file) => textOf(file).trimEnd().split("\n").length > 60)).toEqual([])
  })
})

describe("a recipe prints what it should:", { timeout: 60_000 }, () => {
  it.each([
    ["ask-once.ts", [replyTo("What is in the notes?")]],
    ["plain-commonjs.cjs", [replyTo("What is in the notes?")]],
    [
      "batch.ts",
      ["a", "b", "c"].map((name, index) => `${index + 1}. Check ${name}.ts: ${replyTo(`Check ${name}.ts`)}`)
    ],
    ["keep-secrets.ts", ["read the path is denied"]],
    [
      "compare-agents.ts",
      [
        `tried: ${replyTo("Which of you is right?")}`,
        "terse: I am.",
        "missing: (could not start no-such-agent: no such command on the PATH (ENOENT))"
      ]
    ],
    ["permission-inbox.ts", ["Edit NOTES.md: allowed", replyTo("Tidy up", allowed)]],
    ["share-turn.ts", [replyTo("Tidy up"), "2 tool calls, 94 characters, 1 prompt"]],
    ["events-as-json.ts", ["many lines, the first is TurnStarted", replyTo("Tidy up")]],
    [
      "one-prompt-limits.ts",
      ["cancelled, left out 40 bytes", "session/prompt: no answer within 200 ms (idle)", "cancelled, asked for: true"]
    ],
    [
      "load-a-session.ts",
      [
        'loading "An earlier conversation"',
        "user: What is in the notes?",
        "agent: Nothing yet.",
        `now: ${replyTo("Go on")}`
      ]
    ],
    ["tool-output.ts", ["Read a.txt: one", "Run ls: a.txt"]],
    [
      "resume-after-crash.ts",
      [
        "the agent exited with code 1 (running)",
        "before: I have read half of it. ",
        "after: And now the rest.",
        "2 turns, the first failed: true"
      ]
    ],
    [
      "remembered-answers.ts",
      ["ask: selected", "remembered: selected", "kept: allowAlways for Edit a.txt", "ask: selected"]
    ],
    ["official-sdk-client.ts", ["{ text: 'Hello', type: 'text' }", "end_turn"]],
    ["official-sdk-agent.ts", ["Hello"]]
  ])("%s", async (file, lines) => {
    expect(await run(file)).toEqual(lines)
  })

  it("reply-as-it-grows.ts", async () => {
    const lines = await run("reply-as-it-grows.ts")
    expect(lines.at(-2)).toBe("94 characters")
    expect(lines.at(-1)).toBe(replyTo("Tidy up"))
  })

  it("find-agents.ts", async () => {
    expect((await run("find-agents.ts")).at(-1)).toMatch(/^\d+ of \d+ known agents are installed$/)
  })

  it("react-view.ts", async () => {
    const [markup] = await run("react-view.ts")
    expect(markup).toContain('<ul aria-busy="false">')
    expect(markup).toContain(`<li class="agent">${replyTo("Tidy up")}</li>`)
  })
})

describe("listeners of a session", { timeout: 60_000 }, () => {
  it("get the whole session from express-events.ts, also when they come late, and can answer it", async () => {
    const url = await serve("express-events.ts")
    const post = (path: string, body: unknown) =>
      fetch(`${url}/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
    const turn = post("prompt", { text: "Tidy up" })
    const listening = await fetch(`${url}/events`)
    let body = ""
    for await (const text of listening.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      body += text
      const [open] = body.endsWith("\n\n") ? foldSent(body).pendingPermissions : []
      if (open !== undefined) break
    }
    const [open] = foldSent(body).pendingPermissions
    expect((await post("permission", { id: open?.id, allow: true })).status).toBe(204)
    expect(await (await turn).json()).toMatchObject({ _tag: "TurnEnded", stopReason: "end_turn" })
    expect((await post("permission", { id: open?.id, allow: true })).status).toBe(410)

    const late = await fetch(`${url}/events`)
    const [first = ""] =
      (await late.body?.pipeThrough(new TextDecoderStream()).getReader().read())?.value?.split("\n\n") ?? []
    expect(replyText(foldSent(first))).toBe(replyTo("Tidy up", allowed))
  })

  it("that read slowly are not buffered for, and end with the state of the session", async () => {
    const size = 100_000
    const events = new Subject<SessionEvent>()
    const followed = follow({ events, opened: undefined })
    const responses: Array<ServerResponse> = []
    const server = createServer((_, response) => {
      responses.push(response)
      sendTo(response, followed)
    }).listen(0, "127.0.0.1")
    onTestFinished(() => void server.close())
    await once(server, "listening")
    const [slow] = (await once(get({ port: (server.address() as AddressInfo).port }), "response")) as [IncomingMessage]

    const count = 300
    let most = 0
    for (let n = 1; n <= count; n++) {
      const stamp = { sessionId: "s", epoch: 1, n, seq: n, phase: "between" } as const
      // Every other event is large and replaces what was; the small ones add up.
      const update: SessionUpdate =
        n % 2 === 0
          ? { sessionUpdate: "tool_call_update", toolCallId: "t", title: String(n).padEnd(size) }
          : { sessionUpdate: "agent_message_chunk", content: { type: "text", text: `${n} ` } }
      events.next({ _tag: "Update", ...stamp, update })
      await new Promise(setImmediate)
      most = Math.max(most, responses[0]?.writableLength ?? 0)
    }
    expect(most).toBeLessThan(5 * size)

    events.complete()
    let body = ""
    for await (const text of slow.setEncoding("utf8")) body += text
    expect(body.length).toBeLessThan((count * size) / 2)
    const seen = foldSent(body)
    expect(toolCall(seen, "t")?.title?.trim()).toBe(String(count))
    const odd = Array.from({ length: count / 2 }, (_, place) => `${2 * place + 1} `)
    expect(messages(seen).map(messageText).join("")).toBe(odd.join(""))
    expect(body.endsWith("event: end\ndata: {}\n\n")).toBe(true)
  })

  it("show the reply in a page by browser-view.ts", async (context) => {
    const browser = await launchChromium(context)
    onTestFinished(() => browser.close())
    const contents = 'export { showReply } from "./examples/recipes/browser-view.ts"'
    const { code } = await browserBundle(contents, { format: "iife", globalName: "view" })
    const url = await serve("server-sent-events.ts")
    const page = await browser.newPage()
    await page.route(new URL("/", url).href, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><p></p><script src='/view.js'></script>" })
    )
    await page.route(new URL("/view.js", url).href, (route) =>
      route.fulfill({ contentType: "text/javascript", body: code })
    )
    await page.goto(new URL("/", url).href)
    await page.evaluate('view.showReply("/events", document.querySelector("p"))')
    await page.waitForSelector("p[data-over]")
    expect(await page.textContent("p")).toBe(replyTo("Tidy up"))
  })
})
