/** Requests that are being answered. */
import { NEVER, of, Subject } from "rxjs"
import { describe, expect, it } from "vitest"
import { ByteShare } from "../../src/internal/byte-budget.ts"
import { OpenRequests } from "../../src/rpc/open-requests.ts"
import type { RpcId } from "../../src/wire/messages/message.ts"

const requests = () => {
  const sent: Array<readonly [RpcId, unknown]> = []
  const open = new OpenRequests({
    result: (id, result) => sent.push([id, result]),
    error: (id, { code }) => sent.push([id, code]),
    failed: () => {}
  })
  return { open, sent }
}

describe("open requests", () => {
  it("two open requests with one id are both answered, and a cancel reaches the second", () => {
    const { open, sent } = requests()
    const first = new Subject<string>()
    open.answer({ id: 1, method: "_a" }, () => first)
    open.answer({ id: 1, method: "_b" }, () => NEVER)
    first.next("first")
    expect(sent).toEqual([[1, "first"]])
    open.cancel(1)
    open.cancel(1)
    expect(sent).toEqual([
      [1, "first"],
      [1, -32800]
    ])
  })

  it("open requests distinguish ids of different types", () => {
    const { open, sent } = requests()
    open.answer({ id: 1, method: "_a" }, () => NEVER)
    open.answer({ id: "1", method: "_a" }, () => NEVER)
    open.answer({ id: 1n, method: "_a" }, () => NEVER)
    open.cancel("1")
    expect(sent).toEqual([["1", -32800]])
  })

  it("open requests free what they hold once, however they end", () => {
    const { open } = requests()
    const share = new ByteShare(100)
    const answer = new Subject<string>()
    open.answer({ id: 1, method: "_a" }, () => answer, share.tryHold(10))
    open.answer({ id: 2, method: "_a" }, () => NEVER, share.tryHold(20))
    open.answer({ id: 3, method: "_a" }, () => of("at once"), share.tryHold(30))
    expect(share.bytes).toBe(30)
    answer.next("x")
    open.cancel(2)
    expect(share.bytes).toBe(0)
  })

  it("open requests send nothing after the stop", () => {
    const { open, sent } = requests()
    const answer = new Subject<string>()
    open.answer({ id: 1, method: "_a" }, () => answer)
    open.stop()
    answer.next("x")
    open.cancel(1)
    expect(sent).toEqual([])
  })
})
