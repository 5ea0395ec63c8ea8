import { type LogWriter, memoryLog, type SessionLog } from "@rxacp/core/log"
import { sseFromLog } from "@rxacp/http"
import { createParser } from "eventsource-parser"
import { describe, expect, it } from "vitest"

const event = (n: number) => JSON.stringify({ _tag: "ModeSet", sessionId: "s", epoch: 1, n, modeId: `m${n}` })
const filled = async (count: number): Promise<{ readonly log: SessionLog; readonly writer: LogWriter }> => {
  const log = memoryLog()
  const writer = await log.open("s")
  await writer.append(
    1,
    Array.from({ length: count }, (_, index) => event(index + 1))
  )
  return { log, writer }
}
const ask = (headers: Record<string, string> = {}) => new Request("http://host.test/sessions/s", { headers })

/** Reads until so many events have come, or to the end. */
const read = async (response: Response, count: number) => {
  const events: Array<readonly [string | undefined, string]> = []
  const parser = createParser({ onEvent: ({ id, data }) => events.push([id, JSON.parse(data)._tag]) })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  while (reader !== undefined && events.length < count) {
    const { done, value } = await reader.read()
    if (done) break
    parser.feed(value)
  }
  await reader?.cancel()
  return events
}

describe("the event stream of a log", () => {
  it("gives every event with its position as id, and goes on after the one that the viewer had", async () => {
    const { log } = await filled(3)
    const handler = sseFromLog(log)
    const answer = await handler(ask())
    expect(answer.headers.get("Content-Type")).toBe("text/event-stream")
    expect(await read(answer, 3)).toEqual([
      ["1-1", "ModeSet"],
      ["1-2", "ModeSet"],
      ["1-3", "ModeSet"]
    ])
    expect(await read(await handler(ask({ "Last-Event-ID": "1-2" })), 1)).toEqual([["1-3", "ModeSet"]])
  })

  it("begins with the last snapshot", async () => {
    const { log, writer } = await filled(3)
    await writer.snapshot(2, `{"state":1}`)
    expect(await read(await sseFromLog(log)(ask()), 2)).toEqual([
      ["1-2", "Snapshot"],
      ["1-3", "ModeSet"]
    ])
  })

  it("says with 204 that nothing comes after the end of a session", async () => {
    const { log, writer } = await filled(1)
    await writer.append(2, [JSON.stringify({ _tag: "SessionClosed" })])
    const handler = sseFromLog(log)
    expect(await read(await handler(ask()), 9)).toEqual([
      ["1-1", "ModeSet"],
      ["1-2", "SessionClosed"]
    ])
    expect((await handler(ask({ "Last-Event-ID": "1-2" }))).status).toBe(204)
    await log.open("s")
    const again = await handler(ask({ "Last-Event-ID": "1-2" }))
    expect(again.status).toBe(200)
    await again.body?.cancel()
  })

  it("reads no further than the viewer does, and forgets a viewer who leaves", async () => {
    const { log } = await filled(10_000)
    let pulled = 0
    const counted: SessionLog = {
      ...log,
      open: (key) => log.open(key),
      lease: (key) => log.lease(key),
      snapshot: (key) => log.snapshot(key),
      post: (...command) => log.post(...command),
      read: async function* (key, options) {
        for await (const batch of log.read(key, options)) {
          if (batch._tag === "Entries") pulled += batch.entries.length
          yield batch
        }
      }
    }
    const handler = sseFromLog(counted, { maxViewers: 1 })
    const stalled = await handler(ask())
    expect((await handler(ask())).status).toBe(503)
    const reader = stalled.body?.getReader()
    await reader?.read()
    await reader?.read()
    expect(pulled).toBeLessThan(1500)
    await reader?.cancel()
    const next = await handler(ask())
    expect(next.status).toBe(200)
    await next.body?.cancel()
  })

  it.each<readonly [string, Request, number]>([
    ["another method", new Request("http://host.test/s", { method: "POST" }), 405],
    ["a page of another host", ask({ Origin: "http://evil.test" }), 403],
    ["a request without the token", ask(), 401],
    ["a path without a session", new Request("http://host.test/", { headers: { Authorization: "Bearer t" } }), 404]
  ])("refuses %s", async (_, request, status) => {
    expect((await sseFromLog(memoryLog(), { token: "t" })(request)).status).toBe(status)
  })
})
