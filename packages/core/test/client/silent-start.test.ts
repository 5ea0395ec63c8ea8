/** What a start that takes too long tells. */
import { NEVER } from "rxjs"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { connect, createTransport } from "../../src/index.ts"
import { record } from "../support/wire.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failureOf = async (known: { readonly stderrTail?: string; readonly hint?: string }) => {
  const ends = { source: { bytes: NEVER }, write: () => {}, close: () => {}, whySilent: () => known }
  const connection = connect(createTransport(ends), { info: { name: "test", version: "0" }, timeouts: { start: 1000 } })
  const call = record(connection.initialize())
  await vi.advanceTimersByTimeAsync(999)
  expect(call.error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  return call.error
}

it("a start that takes too long says the last line of stderr and a hint", async () => {
  const known = { stderrTail: "loading\nno key\n", hint: "give it --acp" }
  const message = "initialize: no answer within 1000 ms (start): no key; give it --acp"
  expect(await failureOf(known)).toMatchObject({ _tag: "RequestTimedOut", waitedFor: "start", ...known, message })
})

it("a start that takes too long says no more where no more is known", async () => {
  expect(await failureOf({ stderrTail: "" })).toMatchObject({ message: "initialize: no answer within 1000 ms (start)" })
})
