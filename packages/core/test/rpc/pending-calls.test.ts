/** Calls that wait for an answer: which answer settles which call, once, and what is reported. */
import { expect, it } from "vitest"
import { ConnectionClosed } from "../../src/failures.ts"
import type { Diagnostic } from "../../src/rpc/diagnostic.ts"
import { PendingCalls } from "../../src/rpc/pending-calls.ts"
import { idText } from "../../src/wire/messages/id.ts"
import type { Failure, Invalid, RpcId, Success } from "../../src/wire/messages/message.ts"
import type { Outcome } from "../../src/wire/messages/outcome.ts"

const line = { _tag: "Line", seq: 9, text: "", bytes: 0 } as const
const at = { seq: 9, line }

const success = (id: RpcId, result: unknown = "ok"): Success => ({ _tag: "Success", ...at, id, result })
const failure = (id: RpcId): Failure => ({ _tag: "Failure", ...at, id, error: { code: -32603, message: "boom" } })
const invalid = (id: RpcId, reason: Invalid["reason"]): Invalid => ({
  _tag: "Invalid",
  ...at,
  id,
  reason,
  value: { id }
})
const oversize = (head: string) => ({ _tag: "Oversize", seq: 9, bytes: 5_000, limit: 100, head, tail: "" }) as const

/** Pending calls named `_0`, `_1` and so on, with what settled each of them and what was reported. */
const calls = (count: number) => {
  const diagnostics: Array<Diagnostic> = []
  const settled: Array<readonly [method: string, outcome: Outcome, seq?: number]> = []
  const late: Array<readonly [method: string, outcome: Outcome]> = []
  const pending = new PendingCalls((diagnostic) => diagnostics.push(diagnostic))
  for (let n = 0; n < count; n++) {
    const id = pending.nextId()
    pending.add(
      id,
      `_${id}`,
      (outcome, seq) => settled.push(seq === undefined ? [`_${id}`, outcome] : [`_${id}`, outcome, seq]),
      (outcome) => late.push([`_${id}`, outcome])
    )
  }
  return { pending, diagnostics, settled, late }
}

it("ids of calls count from 0", () => {
  const { pending } = calls(2)
  expect(pending.waiting()).toEqual([
    { id: 0, method: "_0" },
    { id: 1, method: "_1" }
  ])
  expect(pending.nextId()).toBe(2)
})

it("answers settle the calls with their ids, in any order, with the line that brought them", () => {
  const { pending, settled, diagnostics } = calls(2)
  pending.success(success(1, "one"))
  pending.failure(failure(0))
  expect(settled).toMatchObject([
    ["_1", { result: "one" }, 9],
    ["_0", { failure: { _tag: "RequestFailed", code: -32603, method: "_0" } }, 9]
  ])
  expect([diagnostics, pending.waiting()]).toEqual([[], []])
})

it("a second answer to a call is reported as a duplicate and settles nothing", () => {
  const { pending, settled, diagnostics } = calls(1)
  pending.success(success(0))
  pending.success(success(0))
  expect(settled).toHaveLength(1)
  expect(diagnostics).toEqual([{ _tag: "DuplicateResponse", seq: 9, id: 0 }])
})

const unknownIds: ReadonlyArray<RpcId> = [1, -1, 0.5, "x", "00", "-0", "1e0", 2n ** 60n, null]

it.each(unknownIds.map((id) => [idText(id), id] as const))(
  "an answer with the id %s, which no call has, is reported as stray and settles nothing",
  (_, id) => {
    const { pending, settled, diagnostics } = calls(1)
    pending.success(success(id))
    expect(settled).toEqual([])
    expect(diagnostics).toEqual([{ _tag: "StrayResponse", seq: 9, id }])
  }
)

it("an answer whose id is the number as a string settles its call and is reported", () => {
  const { pending, settled, diagnostics } = calls(11)
  pending.success(success("10"))
  expect(settled).toEqual([["_10", { result: "ok" }, 9]])
  expect(diagnostics).toEqual([{ _tag: "StringId", seq: 9, id: "10", method: "_10" }])
})

it("a result beside a null error settles its call and is reported", () => {
  const { pending, settled, diagnostics } = calls(1)
  pending.success({ ...success(0), nullError: true })
  expect(settled).toEqual([["_0", { result: "ok" }, 9]])
  expect(diagnostics).toEqual([{ _tag: "NullError", seq: 9, id: 0, method: "_0" }])
})

it("an error without an id is reported and settles nothing", () => {
  const { pending, settled, diagnostics } = calls(1)
  pending.failure(failure(null))
  expect(settled).toEqual([])
  expect(diagnostics).toEqual([{ _tag: "ErrorWithoutId", seq: 9, error: { code: -32603, message: "boom" } }])
})

it("an answer to an abandoned call goes to its late handler and is reported", () => {
  const { pending, settled, late, diagnostics } = calls(1)
  expect([pending.abandon(0), pending.abandon(0), pending.waiting()]).toEqual([true, false, []])
  pending.success(success(0))
  expect([settled, late]).toEqual([[], [["_0", { result: "ok" }]]])
  expect(diagnostics).toEqual([{ _tag: "LateResponse", seq: 9, id: 0, method: "_0" }])
})

it("an answer to an abandoned call without a late handler is only reported", () => {
  const { pending, diagnostics } = calls(0)
  const settled: Array<Outcome> = []
  pending.add(pending.nextId(), "_a", (outcome) => settled.push(outcome))
  pending.abandon(0)
  pending.success(success(0))
  expect(settled).toEqual([])
  expect(diagnostics).toEqual([{ _tag: "LateResponse", seq: 9, id: 0, method: "_a" }])
})

it("a settled call can't be abandoned, nor one that was taken back", () => {
  const { pending } = calls(2)
  pending.success(success(0))
  pending.remove(1)
  expect([pending.abandon(0), pending.abandon(1), pending.waiting()]).toEqual([false, false, []])
})

it("the end of the connection fails every waiting call once, and no abandoned one", () => {
  const { pending, settled, late } = calls(3)
  const closed = new ConnectionClosed({ reason: "gone" })
  pending.abandon(1)
  pending.failAll(closed)
  pending.failAll(closed)
  expect([settled, late]).toEqual([
    [
      ["_0", { failure: closed }],
      ["_2", { failure: closed }]
    ],
    []
  ])
})

it.each(["noResult", "error"] as const)("an invalid answer (%s) fails its call with InvalidResult", (reason) => {
  const { pending, settled, diagnostics } = calls(1)
  pending.invalid(invalid(0, reason))
  expect(settled).toMatchObject([["_0", { failure: { _tag: "InvalidResult", method: "_0", raw: { id: 0 } } }, 9]])
  expect(diagnostics).toEqual([])
})

it.each(["mixed", "resultAndError", "version", "method", "id"] as const)(
  "an invalid message (%s) settles no call",
  (reason) => {
    const { pending, settled } = calls(1)
    pending.invalid(invalid(0, reason))
    expect([settled, pending.waiting()]).toEqual([[], [{ id: 0, method: "_0" }]])
  }
)

it("an invalid answer with an unknown id is not reported as stray", () => {
  const { pending, settled, diagnostics } = calls(1)
  pending.invalid(invalid(7, "noResult"))
  expect([settled, diagnostics]).toEqual([[], []])
})

it("a skipped line with the id of a call fails it with LineTooLong and is reported", () => {
  const { pending, settled, diagnostics } = calls(2)
  pending.oversize(oversize(`{"jsonrpc":"2.0","id":1,"result":"xxx`))
  expect(settled).toMatchObject([["_1", { failure: { _tag: "LineTooLong", bytes: 5_000, limit: 100 } }, 9]])
  expect(diagnostics).toEqual([{ _tag: "OversizeLine", seq: 9, bytes: 5_000, limit: 100, id: 1 }])
})

it("a skipped request settles no call, though it has the id of one", () => {
  const { pending, settled, diagnostics } = calls(1)
  pending.oversize(oversize(`{"jsonrpc":"2.0","id":0,"method":"fs/write_text_file","params":{"content":"xxx`))
  expect(settled).toEqual([])
  expect(diagnostics).toEqual([{ _tag: "OversizeLine", seq: 9, bytes: 5_000, limit: 100, id: 0 }])
})

it("a skipped line of which nothing is known is reported with the calls that it may have answered", () => {
  const { pending, settled, diagnostics } = calls(2)
  pending.abandon(0)
  pending.oversize(oversize("xxx"))
  expect(settled).toEqual([])
  expect(diagnostics).toEqual([
    { _tag: "OversizeLine", seq: 9, bytes: 5_000, limit: 100, pending: [{ id: 1, method: "_1" }] }
  ])
})
