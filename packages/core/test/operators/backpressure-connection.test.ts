/** `backpressure` over each stream of a connection, and what goes out while it holds. */
import { map, type Observable, Subject } from "rxjs"
import { describe, expect, it } from "vitest"
import { backpressure, type RequestPermissionOutcome, type Session } from "../../src/index.ts"
import { record, settled, wire } from "../support/wire.ts"

type Agent = ReturnType<typeof wire>

const streams: ReadonlyArray<[string, (agent: Agent, session: Session) => Observable<object>]> = [
  ["lines", ({ transport }) => transport.lines],
  ["messages", ({ transport }) => transport.messages],
  ["updates", ({ transport }) => transport.updates],
  ["session.events", (_, session) => session.events],
  ["a running turn", (_, session) => session.prompt("go")]
]

/** A project that takes until `next` is called. */
const byHand = () => {
  const inWork: Array<Subject<void>> = []
  return {
    project: <Value>(value: Value): Observable<Value> => {
      const done = new Subject<void>()
      inWork.push(done)
      return done.pipe(map(() => value))
    },
    next: (): boolean => {
      const done = inWork.shift()
      done?.next()
      done?.complete()
      return done !== undefined
    }
  }
}

const textOf = (value: object): string => /chunk \d+/.exec(JSON.stringify(value))?.[0] ?? ""

describe.each(streams)("a slow reader of %s", (_, streamOf) => {
  it("holds the agent back, and gets everything in order", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const { project, next } = byHand()
    const { flow } = agent.transport
    const read = record(
      streamOf(agent, session).pipe(backpressure(flow, project, { highWater: 4, lowWater: 1 }), map(textOf))
    )
    for (let n = 0; n < 20; n++) agent.text(`chunk ${n}`)
    expect(flow.state.holders).toBe(1)
    expect(agent.transport.paused()).toBe(true)
    while (next());
    expect(read.values.filter((text) => text !== "")).toEqual(Array.from({ length: 20 }, (_, n) => `chunk ${n}`))
    expect(flow.state).toEqual({ holders: 0, bytesWaiting: 0 })
  })
})

describe("while a turn is held", () => {
  it("the turn ends after all that came before its reply, whenever it is read", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const { project, next } = byHand()
    const turn = record(
      session.prompt("go").pipe(backpressure(agent.transport.flow, project, { highWater: 2, lowWater: 0 }))
    )
    for (let n = 0; n < 10; n++) agent.text(`chunk ${n}`)
    agent.answer("session/prompt", { stopReason: "end_turn" })
    while (next());
    expect(turn.values.map(({ _tag }) => _tag)).toEqual(["TurnStarted", ...Array(10).fill("Update"), "TurnEnded"])
    expect(turn.completed).toBe(true)
  })

  it("a failure of the turn comes after all that came before it", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const { project, next } = byHand()
    const turn = record(
      session.prompt("go").pipe(backpressure(agent.transport.flow, project, { highWater: 2, lowWater: 0 }))
    )
    for (let n = 0; n < 5; n++) agent.text(`chunk ${n}`)
    agent.refuse("session/prompt", -32603, "broken")
    while (next());
    expect(turn.values.map(({ _tag }) => _tag)).toEqual(["TurnStarted", ...Array(5).fill("Update"), "TurnFailed"])
    expect(turn.error).toMatchObject({ _tag: "RequestFailed", message: "broken" })
  })

  it("permission answers, cancels and outgoing calls are written while a turn is held", async () => {
    const answer = new Subject<RequestPermissionOutcome>()
    const agent = wire({ permissions: () => answer })
    const { session } = await agent.open()
    const { project } = byHand()
    record(session.prompt("go").pipe(backpressure(agent.transport.flow, project, { highWater: 3, lowWater: 0 })))
    agent.askPermission(7, { toolCallId: "t1" })
    for (let n = 0; n < 5; n++) agent.text(`chunk ${n}`)
    expect(agent.transport.flow.state.holders).toBe(1)
    answer.next({ outcome: "selected", optionId: "p-18" })
    record(agent.connection.request("_x/ask", {}))
    session.cancel()
    await settled()
    expect(agent.written().slice(-3)).toEqual([
      '#7 {"outcome":{"outcome":"selected","optionId":"p-18"}}',
      expect.stringMatching(/^_x\/ask #\d+$/),
      "session/cancel"
    ])
  })

  it("unsubscribing a held turn releases the hold, cancels the turn and drains it", async () => {
    const agent = wire()
    const { session, events } = await agent.open()
    const { project } = byHand()
    const turn = record(
      session.prompt("go").pipe(backpressure(agent.transport.flow, project, { highWater: 2, lowWater: 0 }))
    )
    for (let n = 0; n < 5; n++) agent.text(`chunk ${n}`)
    turn.unsubscribe()
    expect(agent.transport.flow.state).toEqual({ holders: 0, bytesWaiting: 0 })
    agent.answer("session/prompt", { stopReason: "cancelled" })
    expect(agent.written().at(-1)).toBe("session/cancel")
    expect(events.map(({ _tag }) => _tag).slice(1)).toEqual([
      "TurnStarted",
      ...Array(5).fill("Update"),
      "CancelRequested",
      "TurnEnded"
    ])
  })
})
