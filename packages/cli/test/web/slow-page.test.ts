/** A page that does not read while the agent floods it. */
import { mkdtemp, rm } from "node:fs/promises"
import { get, type IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { flood, script } from "@rxacp/core/testing"
import { emptySession, foldSession, replyText, restoreSession } from "@rxacp/fold"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { lastValueFrom } from "rxjs"
import { expect, it, onTestFinished } from "vitest"
import { startServer } from "../../src/server/loopback-server.ts"
import { startAgent } from "../../src/web/agent.ts"
import { api } from "../../src/web/api.ts"
import { readEvent } from "../../src/web/wire.ts"

it("is sent the state in place of what it has missed, not all that was kept for it", { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "rxacp-slow-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const count = 30_000
  const agent = await startAgent({ ...scriptedAgentCommand(script([flood(count, 100)])), cwd: folder })
  onTestFinished(() => agent.close())
  const server = await startServer(api(agent), { port: 0, page: folder })
  onTestFinished(() => server.close())
  const { session } = await agent.open()

  const headers = { authorization: `Bearer ${server.token}` }
  const path = `${new URL(server.url).origin}/api/sessions/${session.id}/events`
  const response = await new Promise<IncomingMessage>((resolve) => get(path, { headers }, resolve))
  response.pause()
  await lastValueFrom(session.prompt("Flood"))
  await agent.close()

  const frames = (await text(response)).split("\n\n").map((frame) => /event: (\w+)\ndata: (.*)$/.exec(frame))
  const kinds = frames.map((frame) => frame?.[1])
  const state = frames.reduce((state, frame) => {
    if (frame?.[1] === "snapshot") return restoreSession(frame[2] ?? "")
    return frame?.[1] === "event" ? foldSession(state, readEvent(frame[2] ?? "")) : state
  }, emptySession())
  expect(replyText(state)).toBe("x".repeat(count * 100))
  // One at the start, and more for what it has missed.
  expect(kinds.filter((kind) => kind === "snapshot").length).toBeGreaterThan(1)
  expect(kinds.filter((kind) => kind === "event").length).toBeLessThan(count)
  expect(kinds.at(-2)).toBe("ended")
})
