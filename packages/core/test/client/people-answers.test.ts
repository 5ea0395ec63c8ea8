/** Answers of people: to permission requests by their id, and to forms. */
import { Observable } from "rxjs"
import { describe, expect, it, vi } from "vitest"
import type { RequestPermissionOutcome } from "../../src/index.ts"
import { record, settled, wire } from "../support/wire.ts"

const once: RequestPermissionOutcome = { outcome: "selected", optionId: "p-18" }
const never = () => new Promise<never>(() => {})

describe("answerPermission", () => {
  const asked = async () => {
    const agent = wire({ permissions: never })
    const { session, events } = await agent.open()
    agent.askPermission(7, { toolCallId: "c" })
    return { agent, session, events }
  }

  it("answers an open request in place of the handler, also between turns", async () => {
    const { agent, session, events } = await asked()
    expect(session.answerPermission(7, once)).toBe(true)
    expect(agent.written().at(-1)).toBe('#7 {"outcome":{"outcome":"selected","optionId":"p-18"}}')
    expect(events.at(-1)).toMatchObject({ _tag: "PermissionResolved", id: 7, outcome: once, by: "handler" })
  })

  it("counts once, and knows no id that is not open", async () => {
    const { agent, session } = await asked()
    expect(session.answerPermission("7", once)).toBe(false)
    session.answerPermission(7, once)
    const before = agent.sent().length
    expect(session.answerPermission(7, { outcome: "cancelled" })).toBe(false)
    expect(agent.sent()).toHaveLength(before)
  })

  it("throws for an option that was not offered, and leaves the request open", async () => {
    const { session } = await asked()
    expect(() => session.answerPermission(7, { outcome: "selected", optionId: "made up" })).toThrow(RangeError)
    expect(session.answerPermission(7, once)).toBe(true)
  })

  it("outlives the end of a turn, but not a cancel", async () => {
    const { agent, session } = await asked()
    record(session.prompt("go"))
    agent.answer("session/prompt", { stopReason: "end_turn" })
    expect(agent.written().some((line) => line.startsWith("#7 "))).toBe(false)
    session.cancel()
    expect(agent.written().at(-1)).toBe('#7 {"outcome":{"outcome":"cancelled"}}')
    expect(session.answerPermission(7, once)).toBe(false)
  })
})

describe("a form", () => {
  const schema = {
    type: "object",
    properties: { name: { type: "string", maxLength: 5 }, size: { type: "integer", minimum: 1 } },
    required: ["name"]
  }
  const elicit = (id: number) => ({
    id,
    method: "elicitation/create",
    params: { sessionId: "s1", mode: "form", message: "Who?", requestedSchema: schema }
  })

  it.each([
    ["that fits", { action: "accept", content: { name: "Ada", size: 2 } }, true],
    ["with a field too long", { action: "accept", content: { name: "Adalbert" } }, false],
    ["with a number under its bound", { action: "accept", content: { name: "Ada", size: 0 } }, false],
    ["without a field that is required", { action: "accept", content: { size: 2 } }, false]
  ])("is answered with content %s only if it does", async (_, answer, fits) => {
    const agent = wire({ elicitation: { form: () => [answer as never] } })
    await agent.open()
    agent.say(elicit(8))
    await settled()
    expect(agent.written().at(-1)).toBe(fits ? `#8 ${JSON.stringify(answer)}` : "#8 -32603")
    const failed = agent.diagnostics.filter(({ _tag }) => _tag === "HandlerFailed")
    expect(failed).toHaveLength(fits ? 0 : 1)
  })

  it.each(["decline", "cancel"] as const)("that is answered with %s carries no content", async (action) => {
    const agent = wire({ elicitation: { form: () => [{ action, content: { name: "Ada" } } as never] } })
    await agent.open()
    agent.say(elicit(8))
    await settled()
    expect(agent.written().at(-1)).toBe(`#8 {"action":"${action}"}`)
  })

  it("is withdrawn by a cancel, in a turn and between turns", async () => {
    const agent = wire({ elicitation: { form: () => new Promise<never>(() => {}) } })
    const { session } = await agent.open()
    agent.say(elicit(8))
    session.cancel()
    expect(agent.written().at(-1)).toBe('#8 {"action":"cancel"}')
    const turn = record(session.prompt("go"))
    agent.say(elicit(9))
    turn.unsubscribe()
    expect(agent.written().slice(-2).sort()).toEqual(['#9 {"action":"cancel"}', "session/cancel"].sort())
  })

  it("that comes while a cancelled turn drains asks nobody", async () => {
    const form = vi.fn(() => [{ action: "decline" } as const])
    const agent = wire({ elicitation: { form } })
    const { session } = await agent.open()
    record(session.prompt("go"))
    session.cancel()
    agent.say(elicit(8))
    expect(agent.written().at(-1)).toBe('#8 {"action":"cancel"}')
    expect(form).not.toHaveBeenCalled()
  })
})

describe("another request of the agent", () => {
  const requests = [
    ["fs/read_text_file", { path: "/w/a" }],
    ["terminal/wait_for_exit", { terminalId: "t" }],
    ["_vendor/ask", { any: "thing" }]
  ] as const

  /** An agent with services whose answers never come; it counts those that were stopped. */
  const opened = async () => {
    const stopped: Array<unknown> = []
    const open = (): Observable<never> => new Observable(() => () => stopped.push("stopped"))
    const agent = wire({
      files: { readTextFile: open },
      terminals: {
        create: open,
        output: () => [{ output: "x", truncated: false }],
        waitForExit: open,
        kill: open,
        release: open
      },
      handlers: { "_vendor/ask": open }
    })
    return { agent, stopped, ...(await agent.open()) }
  }

  it.each(requests)("%s is withdrawn by a cancel, between turns too", async (method, params) => {
    const { agent, session, stopped } = await opened()
    agent.say({ id: 8, method, params: { sessionId: "s1", ...params } })
    agent.say({ id: 9, method, params: { sessionId: "s2", ...params } })
    session.cancel()
    expect(agent.written().slice(-1)).toEqual(["#8 -32800"])
    expect(stopped).toEqual(["stopped"])
    expect(agent.diagnostics).toEqual([])
  })

  it.each(requests)("%s is withdrawn by the reader of a turn that leaves", async (method, params) => {
    const { agent, session, stopped } = await opened()
    const turn = record(session.prompt("go"))
    agent.say({ id: 8, method, params: { sessionId: "s1", ...params } })
    turn.unsubscribe()
    expect(agent.written()).toContain("#8 -32800")
    expect(stopped).toEqual(["stopped"])
  })

  it("lives on when its turn ends", async () => {
    const { agent, session, stopped } = await opened()
    record(session.prompt("go"))
    agent.say({ id: 8, method: "_vendor/ask", params: { sessionId: "s1" } })
    agent.answer("session/prompt", { stopReason: "end_turn" })
    expect(stopped).toEqual([])
  })

  it("is still answered while a cancelled turn drains, so that an agent can tidy up", async () => {
    const { agent, session } = await opened()
    record(session.prompt("go"))
    session.cancel()
    agent.say({ id: 8, method: "terminal/output", params: { sessionId: "s1", terminalId: "t" } })
    expect(agent.written().at(-1)).toBe('#8 {"output":"x","truncated":false}')
  })
})
