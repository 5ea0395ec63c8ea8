import { describe, expect, it } from "vitest"
import { agentText, shareTurn } from "../../src/index.ts"
import { record, wire } from "../support/wire.ts"

describe("a shared turn", () => {
  it("sends its prompt once, and gives late readers the turn from its start", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const turn = session.prompt("go").pipe(shareTurn())
    const first = record(turn)
    agent.text("a")
    const second = record(turn)
    agent.answer("session/prompt", { stopReason: "end_turn" })
    const third = record(turn)
    for (const { values, completed } of [second, third]) {
      expect(values).toEqual(first.values)
      expect(completed).toBe(true)
    }
    expect(agent.written().filter((line) => line.startsWith("session/prompt"))).toHaveLength(1)
  })

  it("is cancelled by the last reader that leaves, and never sent again", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const turn = session.prompt("go").pipe(shareTurn())
    const first = record(turn)
    const second = record(turn)
    first.unsubscribe()
    expect(agent.written()).not.toContain("session/cancel")
    second.unsubscribe()
    expect(agent.written().at(-1)).toBe("session/cancel")
    expect(record(turn).completed).toBe(true)
    expect(agent.written().filter((line) => line.startsWith("session/prompt"))).toHaveLength(1)
  })

  it("gives its failure to every reader", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const turn = session.prompt("go").pipe(shareTurn())
    const first = record(turn)
    agent.refuse("session/prompt", -32603, "boom")
    expect([first.error, record(turn).error]).toMatchObject([{ message: "boom" }, { message: "boom" }])
  })
})

describe("the text of the agent", () => {
  it("grows by each piece, and is empty when nothing was said", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const text = record(session.prompt("go").pipe(agentText()))
    agent.text("Hel")
    agent.update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "hm" } })
    agent.text("lo")
    agent.answer("session/prompt", { stopReason: "end_turn" })
    expect(text.values).toEqual(["Hel", "Hello"])
    const none = record(session.prompt("go").pipe(agentText()))
    agent.answer("session/prompt", { stopReason: "end_turn" })
    expect(none.values).toEqual([""])
  })
})
