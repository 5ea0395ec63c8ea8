/** Writing to the sink of a transport. */
import { Subject } from "rxjs"
import { expect, it } from "vitest"
import { createTransport, MessageTooLarge } from "../../src/index.ts"
import { internalsOf } from "../../src/transport/internals.ts"
import { collect } from "../support/transport.ts"
import { settled } from "../support/wire.ts"

it("lines wait in order for a sink that is not ready, within the limit of the queue", async () => {
  const ready: Array<() => void> = []
  const written: Array<string> = []
  const transport = createTransport(
    {
      source: { bytes: new Subject<Uint8Array>() },
      write: (line) => {
        written.push(line)
        return new Promise<void>((resolve) => ready.push(resolve))
      },
      close: () => {}
    },
    { maxOutgoingBytes: 10 }
  )
  transport.write("1234")
  transport.write("5678")
  expect(written).toEqual(["1234"])
  expect(() => transport.write("9012")).toThrow(MessageTooLarge)
  internalsOf(transport).write("cancel", { exempt: true })
  for (const _ of [1, 2, 3]) {
    ready.shift()?.()
    await settled()
  }
  expect(written).toEqual(["1234", "5678", "cancel"])
  expect(() => transport.write("a line that is too long")).toThrow(MessageTooLarge)
})

it("a write that returns no promise is not waited for", () => {
  const written: Array<string> = []
  const values = [null, 1, true, {}]
  const source = { bytes: new Subject<Uint8Array>() }
  const write = (line: string): unknown => values[written.push(line) - 1]
  const transport = createTransport({ source, write, close: () => {} })
  for (const line of ["a", "b", "c", "d"]) transport.write(line)
  expect(written).toEqual(["a", "b", "c", "d"])
})

it("closing a transport ends it, also when closing the sink fails", async () => {
  const close = () => Promise.reject(new Error("stuck"))
  const transport = createTransport({ source: { bytes: new Subject() }, write: () => {}, close })
  const seen = collect(transport)
  await expect(transport.close()).rejects.toThrow("stuck")
  expect(seen.end).toEqual([{}])
})

it("a sink that breaks ends its transport", async () => {
  const transport = createTransport({
    source: { bytes: new Subject<Uint8Array>() },
    write: async () => {
      throw new Error("EPIPE")
    },
    close: () => {}
  })
  const seen = collect(transport)
  transport.write("x")
  await settled()
  expect(seen.end[0]?.failure?.message).toContain("EPIPE")
})
