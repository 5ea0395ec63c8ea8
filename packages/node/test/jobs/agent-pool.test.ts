import type { SessionEvent } from "@rxacp/core"
import { agentPool, type PooledAnswer } from "@rxacp/node"
import { firstValueFrom, from, lastValueFrom, type Observable, toArray } from "rxjs"
import { describe, expect, it, vi } from "vitest"
import { isRunning, program } from "../support/programs.ts"

const textOf = ({ events }: PooledAnswer): string =>
  events
    .map((event: SessionEvent) => {
      if (event._tag !== "Update" || event.update.sessionUpdate !== "agent_message_chunk") return ""
      return event.update.content.type === "text" ? event.update.content.text : ""
    })
    .join("")
const all = <T>(source: Observable<T>) => lastValueFrom(source)

describe("agentPool", () => {
  const agent = program("pid-agent")

  it("answers in the order of the prompts, over no more processes than its size, and leaves none behind", async () => {
    const prompts = ["300", "0", "0", "0", "0"]
    const answers = await all(from(prompts).pipe(agentPool({ agent, size: 2 }), toArray()))
    expect(answers.map(({ index, prompt }) => [index, prompt])).toEqual([...prompts.entries()])
    const pids = new Set(answers.map((answer) => Number(textOf(answer))))
    expect(pids.size).toBe(2)
    expect([...pids].filter(isRunning)).toEqual([])
  })

  it("gives answers as they come when order does not matter", async () => {
    const answers = await all(from(["1500", "0"]).pipe(agentPool({ agent, size: 2, ordered: false }), toArray()))
    expect(answers.map(({ index }) => index)).toEqual([1, 0])
  })

  it("asks again when an agent has died, in a new process", async () => {
    const answers = await all(from(["alone", "alone"]).pipe(agentPool({ agent, size: 1 }), toArray()))
    expect(new Set(answers.map(textOf)).size).toBe(2)
    expect(answers.map(({ events }) => events[0]?.epoch)).toEqual([1, 2])
  })

  it("gives up after its retries with an answer that says why, and goes on with the others", async () => {
    const answers = await all(from(["die", "0"]).pipe(agentPool({ agent, size: 1, retries: 1 }), toArray()))
    expect(answers).toMatchObject([{ index: 0, events: [], failure: { _tag: "AgentExited", code: 3 } }, { index: 1 }])
    expect(answers[1]).not.toHaveProperty("failure")
  })

  it("caps each turn", async () => {
    const limits = { reply: { maxBytes: 2 } }
    const answers = await all(from(["0", "0"]).pipe(agentPool({ agent, size: 1, limits }), toArray()))
    expect(answers.map((answer) => textOf(answer).length)).toEqual([2, 2])
  })

  it("closes its processes when it is unsubscribed", async () => {
    const first = await firstValueFrom(from(["0", "100000"]).pipe(agentPool({ agent, size: 2 })))
    await vi.waitFor(() => expect(isRunning(Number(textOf(first)))).toBe(false), { timeout: 10_000 })
  })

  it.each([0, -1, 1.5, Number.NaN])("throws a RangeError for a size of %d", (size) => {
    expect(() => agentPool({ agent, size })).toThrow(RangeError)
  })
})
