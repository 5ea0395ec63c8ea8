/** The order in which lines are delivered when they are answered during delivery. */
import { expect, it } from "vitest"
import { memoryPair, memoryTransport } from "../../src/index.ts"
import { text } from "../support/transport.ts"

it("every subscriber receives a line before the next is delivered, also when a subscriber answers it during delivery", () => {
  const transport = memoryTransport()
  const order: Array<string> = []
  transport.lines.subscribe((line) => {
    order.push(`first ${line.seq}`)
    if (line.seq === 1) transport.receive("answer")
  })
  transport.lines.subscribe((line) => order.push(`second ${line.seq}`))
  transport.receive("a\nb")
  expect(order).toEqual(["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
})

it("two transports that answer each other during delivery keep the order of lines", () => {
  const [client, agent] = memoryPair()
  const seen: Array<string> = []
  agent.lines.subscribe((line) => {
    agent.write(`${text(line)}-1`)
    agent.write(`${text(line)}-2`)
  })
  client.lines.subscribe((line) => {
    seen.push(text(line))
    if (text(line) === "a-1") client.write("b")
  })
  client.write("a")
  expect(seen).toEqual(["a-1", "a-2", "b-1", "b-2"])
})
