import { firstValueFrom, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { memoryTransport } from "../../../src/index.ts"
import { type Dialect, withDialect } from "../../../src/relay/index.ts"
import { internalsOf } from "../../../src/transport/internals.ts"
import { record } from "../../support/wire.ts"

/** Says each notification twice the second time, drops `_drop`, and counts in `state`. */
const stutter: Dialect<number> = {
  initial: 0,
  incoming: (message, state) => {
    if (message.method === "_drop") return { messages: [], state }
    if (state === 0) return { messages: [message], state: 1 }
    return { messages: [message, { ...message, method: "_again" }], state }
  },
  outgoing: (message, state) =>
    message.method === "_twice" ? { messages: [message, { ...message, id: 2 }], state } : { messages: [message], state }
}

const line = (method: string) => `{"jsonrpc":"2.0",  "method":"${method}"}`

describe("a transport with a dialect", () => {
  it("shows its messages translated, each to every listener, and its lines as they came", async () => {
    const wire = memoryTransport()
    const transport = withDialect(wire, stutter)
    const attached: Array<unknown> = []
    internalsOf(transport).attach({ message: (message) => attached.push(message) })
    const lines = record(transport.lines)
    const messages = record(transport.messages)
    for (const method of ["_one", "_drop", "_two"]) wire.receive(line(method))
    expect(lines.values.map((value) => ("text" in value ? value.text : value))).toEqual(
      ["_one", "_drop", "_two"].map(line)
    )
    expect(messages.values).toEqual(attached)
    expect(messages.values).toMatchObject([
      { method: "_one", seq: 1 },
      { method: "_two", seq: 3 },
      { method: "_again", seq: 3, raw: { method: "_two" }, line: { text: line("_two") } }
    ])
    expect(messages.values[1]).not.toHaveProperty("raw")
  })

  it("passes noise, and ids digit for digit", () => {
    const wire = memoryTransport()
    const messages = record(withDialect(wire, { ...stutter, initial: 1 }).messages)
    wire.receive("[boot]")
    wire.receive(`{"jsonrpc":"2.0","id":9007199254740993,"method":"_x"}`)
    expect(messages.values).toMatchObject([
      { _tag: "Noise" },
      { id: 9007199254740993n },
      { id: 9007199254740993n, method: "_again" }
    ])
  })

  it("writes what the dialect makes of a line, and other lines as they are", () => {
    const wire = memoryTransport()
    const transport = withDialect(wire, stutter)
    transport.write(line("_x"))
    transport.write(`{"jsonrpc":"2.0","id":1,"method":"_twice"}`)
    expect(wire.sent).toEqual([
      line("_x"),
      `{"jsonrpc":"2.0","id":1,"method":"_twice"}`,
      `{"jsonrpc":"2.0","id":2,"method":"_twice"}`
    ])
  })

  it("ends with its transport", async () => {
    const wire = memoryTransport()
    const transport = withDialect(wire, stutter)
    const messages = firstValueFrom(transport.messages.pipe(toArray()))
    let ended = 0
    internalsOf(transport).attach({ ended: () => ended++ })
    wire.finish()
    expect(await messages).toEqual([])
    expect(ended).toBe(1)
  })
})
