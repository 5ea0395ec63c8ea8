import type { RequestPermissionOutcome, SessionEvent } from "@rxacp/core"
import {
  answeredByViewers,
  type Followed,
  followSession,
  memoryLog,
  publishSession,
  serveCommands,
  sessionCommands
} from "@rxacp/core/log"
import { concat, NEVER, of, Subject, throwError } from "rxjs"
import { describe, expect, it, vi } from "vitest"

const stamp = { sessionId: "s", epoch: 1, n: 1 }

/** A session that notes what is asked of it, and has the permission requests `open`. */
const playedSession = (open: ReadonlyArray<number | bigint> = []) => {
  const events = new Subject<SessionEvent>()
  const done: unknown[] = []
  const pending = new Set<unknown>(open)
  const session = {
    prompt: (content: unknown) => {
      done.push(content)
      if (content === "refused") return throwError(() => new Error("busy"))
      return concat(of<SessionEvent>({ ...stamp, _tag: "TurnStarted", turn: 1, prompt: [] }), NEVER)
    },
    cancel: () => {
      done.push("cancel")
    },
    answerPermission: (id: unknown, outcome: RequestPermissionOutcome) => {
      if (outcome.outcome === "selected" && outcome.optionId === "other") throw new RangeError("not offered")
      if (!pending.delete(id)) return false
      events.next({ ...stamp, _tag: "PermissionResolved", id: id as number, outcome, by: "handler" })
      return true
    }
  }
  return { events, done, session }
}

const host = (log = memoryLog(), open: ReadonlyArray<number | bigint> = []) => {
  const { events, done, session } = playedSession(open)
  const publication = publishSession({ id: "s", events }, log)
  const served = serveCommands({ session: () => session }, publication)
  const followed: Followed[] = []
  followSession(log, "s", { after: { epoch: 0, n: 0 } }).subscribe((value) => followed.push(value))
  const settled = () =>
    followed.flatMap((value) =>
      value._tag === "CommandSettled" ? [`${value.command} ${value.by} ${value.reason ?? "ok"}`] : []
    )
  return { log, events, done, publication, served, followed, settled }
}

describe("commands of viewers", () => {
  it("commands are done in order, once for each id, and settled for all followers", async () => {
    const { log, done, settled } = host()
    const ann = sessionCommands(log, "s", { by: "ann" })
    await ann.prompt("hello", { id: "1" })
    await ann.prompt("hello", { id: "1" })
    await ann.cancel()
    await ann.prompt("refused")
    await vi.waitFor(() => expect(settled()).toHaveLength(3))
    expect(done).toEqual(["hello", "cancel", "refused"])
    expect(settled()).toEqual(["prompt ann ok", "cancel ann ok", "prompt ann busy"])
  })

  it("of several commands that answer a request the first counts, and the event names its viewer", async () => {
    const large = 2n ** 60n
    const { log, settled, followed } = host(memoryLog(), [3, large])
    const ann = sessionCommands(log, "s", { by: "ann" })
    const bob = sessionCommands(log, "s", { by: "bob" })
    await bob.answer({ id: 3, epoch: 1 }, "allow")
    await ann.answer({ id: 3, epoch: 1 }, "reject")
    await ann.answer({ id: large, epoch: 1 }, { outcome: "cancelled" })
    await ann.answer({ id: 4, epoch: 1 }, "allow")
    await ann.answer({ id: 4, epoch: 1 }, "other")
    await vi.waitFor(() => expect(settled()).toHaveLength(5))
    expect(settled()).toEqual([
      "answer bob ok",
      "answer ann no such request is open",
      "answer ann ok",
      "answer ann no such request is open",
      "answer ann not offered"
    ])
    const resolved = followed.filter(({ _tag }) => _tag === "PermissionResolved")
    expect(resolved).toMatchObject([
      { id: 3, answeredBy: "bob", outcome: { outcome: "selected", optionId: "allow" } },
      { id: large, answeredBy: "ann", outcome: { outcome: "cancelled" } }
    ])
  })

  it("commands that answer a request of an earlier host do not answer one with the same id", async () => {
    const log = memoryLog()
    await (await log.open("s")).append(1, [JSON.stringify({ ...stamp, _tag: "LoadStarted" })])
    await sessionCommands(log, "s", { by: "ann" }).answer({ id: 3, epoch: 1 }, "allow")
    const { settled, followed } = host(log, [3])
    await vi.waitFor(() => expect(settled()).toEqual(["answer ann asked by another host"]))
    expect(followed.map(({ _tag }) => _tag)).not.toContain("PermissionResolved")
  })

  it("commands that were not taken wait for the next host, and taken ones are not done again", async () => {
    const log = memoryLog()
    const ann = sessionCommands(log, "s", { by: "ann" })
    const first = host(log)
    await ann.prompt("one")
    await vi.waitFor(() => expect(first.done).toEqual(["one"]))
    first.served.stop()
    await first.served.ended
    await ann.prompt("two")
    const next = host(log)
    await ann.prompt("three")
    await vi.waitFor(() => expect(next.done).toEqual(["two", "three"]))
    expect(first.done).toEqual(["one"])
  })

  it("a host that was replaced takes no more commands", async () => {
    const log = memoryLog()
    const old = host(log)
    await old.publication.writer
    const writer = await log.open("s")
    await sessionCommands(log, "s", { by: "ann" }).prompt("hello")
    expect(await old.served.ended).toMatchObject({ failure: { _tag: "LogFenced" } })
    expect(old.done).toEqual([])
    expect(await writer.take("unknown")).toBe(true)
  })

  it("commands that are not valid or not accepted are rejected", async () => {
    const log = memoryLog()
    const { events, done, session } = playedSession()
    const publication = publishSession({ id: "s", events }, log)
    serveCommands({ session: () => session }, publication, { accept: ({ by }) => by === "ann" || "not yours" })
    const wrong = [
      "",
      "null",
      "[]",
      `{"by":1,"type":"cancel"}`,
      `{"by":"x","type":"other"}`,
      `{"by":"x","type":"answer"}`
    ]
    for (const [place, text] of wrong.entries()) await log.post("s", `wrong ${place}`, text)
    await sessionCommands(log, "s", { by: "bob" }).cancel()
    const reasons: unknown[] = []
    followSession(log, "s").subscribe((value) => {
      if (value._tag === "CommandSettled") reasons.push(value.reason)
    })
    await vi.waitFor(() => expect(reasons).toEqual([...wrong.map(() => "not a command"), "not yours"]))
    expect(done).toEqual([])
  })

  it("serving commands ends with the publication", async () => {
    const { events, served } = host()
    events.complete()
    expect(await served.ended).toEqual({})
  })
})

it("the permission handler for viewers answers nothing itself", () => {
  let answers = 0
  const subscription = (answeredByViewers({} as never, {} as never) as typeof NEVER).subscribe(() => answers++)
  expect(answers).toBe(0)
  expect(subscription.closed).toBe(false)
})
