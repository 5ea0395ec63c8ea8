import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeMessages, type Line, type Message } from "../../../src/index.ts"
import { decodeLine } from "../../../src/wire/messages/decode-line.ts"
import { cutLine, idText } from "../../../src/wire/messages/id.ts"
import { scalarAt } from "../../../src/wire/messages/scalar-at.ts"
import { marbles } from "../../support/marbles.ts"

const line = (text: string, seq = 1): Line => ({ _tag: "Line", seq, text, bytes: text.length })
const decode = (text: string): Message => decodeLine(line(text))

describe("decodeMessages", () => {
  it(
    "emits one message per line, whatever the line holds",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const good = line('{"jsonrpc":"2.0","method":"_x","params":{"n":1}}', 1)
      const noise = line("[boot] ok", 2)
      const big = { _tag: "Oversize", seq: 3, bytes: 9, limit: 4, head: "a", tail: "b" } as const
      const source = cold("  a-b-c-|", { a: good, b: noise, c: big })
      const subs = "         ^-----!"
      const expected = "     x-y-z-|"
      expectObservable(source.pipe(decodeMessages())).toBe(expected, {
        x: { _tag: "Notification", seq: 1, line: good, method: "_x", params: { n: 1 } },
        y: { _tag: "Noise", seq: 2, line: noise },
        z: big
      })
      expectSubscriptions(source.subscriptions).toBe(subs)
    })
  )

  it.each([
    ['{"jsonrpc":"2.0","id":0,"method":"m"}', { _tag: "Request", id: 0, method: "m" }],
    ['{"jsonrpc":"2.0","id":"","method":"m","params":null}', { _tag: "Request", id: "", params: null }],
    ['{"jsonrpc":"2.0","id":null,"method":"m"}', { _tag: "Request", id: null }],
    ['{"jsonrpc":"2.0","method":"m"}', { _tag: "Notification", method: "m" }],
    ['{"jsonrpc":"2.0","id":1,"result":null}', { _tag: "Success", id: 1, result: null }],
    ['{"jsonrpc":"2.0","id":1,"result":null,"error":null}', { _tag: "Success", id: 1, result: null, nullError: true }],
    ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}', { _tag: "Failure", id: null }],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"x"}}', { _tag: "Invalid", reason: "error", id: 1 }],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":1}}', { _tag: "Invalid", reason: "error", id: 1 }],
    ['{"jsonrpc":"2.0","id":1,"error":"x"}', { _tag: "Invalid", reason: "error", id: 1 }],
    ['{"jsonrpc":"2.0","id":1}', { _tag: "Invalid", reason: "noResult", id: 1 }],
    ['{"jsonrpc":"2.0","id":1,"error":null}', { _tag: "Invalid", reason: "noResult", id: 1 }],
    [
      '{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"x"}}',
      { _tag: "Invalid", reason: "resultAndError" }
    ],
    ['{"jsonrpc":"2.0","id":1,"method":"m","result":1}', { _tag: "Invalid", reason: "mixed", id: 1 }],
    ['{"jsonrpc":"2.0","id":1,"method":"m","error":null}', { _tag: "Invalid", reason: "mixed", id: 1 }],
    ['{"jsonrpc":"2.0","id":true,"method":"m"}', { _tag: "Invalid", reason: "id" }],
    ['{"jsonrpc":"2.0","id":1e400,"method":"m"}', { _tag: "Invalid", reason: "id" }],
    ['{"jsonrpc":"2.0","id":{},"result":1}', { _tag: "Invalid", reason: "id" }],
    ['{"jsonrpc":"2.0","result":1}', { _tag: "Invalid", reason: "id" }],
    ['{"jsonrpc":"2.0","method":null,"id":1,"result":1}', { _tag: "Invalid", reason: "method", id: 1 }],
    ['{"jsonrpc":"1.0","id":1,"result":1}', { _tag: "Invalid", reason: "version", id: 1 }],
    ['{"id":1,"msg":"log"}', { _tag: "Invalid", reason: "version", id: 1 }],
    ["[]", { _tag: "Invalid", reason: "batch" }],
    ["42", { _tag: "Invalid", reason: "notAnObject", value: 42 }],
    ["null", { _tag: "Invalid", reason: "notAnObject", value: null }],
    ['{"a":1}{"b":2}', { _tag: "Noise" }],
    ['{"text":"\t"}', { _tag: "Noise" }]
  ])("classifies %s", (text, expected) => {
    expect(decode(text)).toMatchObject(expected)
  })

  it("takes terminal escape sequences off the two ends, and nothing else", () => {
    const frame = '{"jsonrpc":"2.0","method":"m","params":{"t":"\u001b[0m"}}'.replace("\u001b", "\\u001b")
    expect(decode(`\u001b[2K\u001b]0;{title}\u0007 ${frame}\u001b[0m`)).toMatchObject({
      _tag: "Notification",
      method: "m"
    })
    expect(decode(`log: ${frame}`)).toMatchObject({ _tag: "Noise" })
    expect(decode(`\u001b[2Klog: ${frame}`)).toMatchObject({ _tag: "Noise" })
    expect(decode(`${frame}\u001b[0m trailing`)).toMatchObject({ _tag: "Noise" })
  })

  it("keeps the digits of ids past 2^53, also where the same digits stand elsewhere first", () => {
    const text = '{"a":{"id":1},"s":"\\"id\\":7","jsonrpc":"2.0", "id" : 9007199254740993 ,"method":"m"}'
    const message = decode(text)
    expect(message).toMatchObject({ _tag: "Request", id: 9007199254740993n })
    expect(idText(9007199254740993n)).toBe("9007199254740993")
    expect(decode('{"jsonrpc":"2.0","\\u0069d":-9007199254740993,"result":0}')).toMatchObject({
      id: -9007199254740993n
    })
  })

  it("law: decoding is total", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (text) => typeof decode(text)._tag === "string")
    )
  })

  it("law: a scalar is found as it stands, at the top level and one level below", () => {
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    const name = fc.string({ maxLength: 5 })
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(scalar, fc.dictionary(name, scalar), fc.jsonValue())), (object) => {
        const text = JSON.stringify(object, undefined, 1)
        for (const [key, value] of Object.entries(object)) {
          if (typeof value !== "object" || value === null) {
            expect(scalarAt(text, [key])).toBe(JSON.stringify(value))
            continue
          }
          expect(scalarAt(text, [key])).toBeUndefined()
          if (Array.isArray(value)) continue
          for (const [inner, found] of Object.entries(value)) {
            if (typeof found === "object" && found !== null) expect(scalarAt(text, [key, inner])).toBeUndefined()
            else expect(scalarAt(text, [key, inner])).toBe(JSON.stringify(found))
          }
        }
      })
    )
  })

  it("reads the digits of an id past 2^53 where the last member of its name stands, escaped names too", () => {
    const id = (text: string): unknown => {
      const message = decode(text)
      return "id" in message ? message.id : undefined
    }
    expect(id('{"jsonrpc":"2.0","method":"m","params":{"id":9007199254740995},"id":9007199254740993}')).toBe(
      9007199254740993n
    )
    expect(id(String.raw`{"jsonrpc":"2.0","method":"m","\u0069d":9007199254740993}`)).toBe(9007199254740993n)
    expect(id('{"jsonrpc":"2.0","id":1,"method":"m","id":9007199254740993}')).toBe(9007199254740993n)
    expect(id('{"jsonrpc":"2.0","method":"m","id":1e300}')).toBe(1e300)
    expect(id('{"jsonrpc":"2.0","result":"x","id":-9007199254740993}')).toBe(-9007199254740993n)
  })
})

describe("cutLine", () => {
  it("finds an id at either end, never one that belongs to something inside", () => {
    expect(cutLine('{"jsonrpc":"2.0","id":3,"result":{"text":"aaa', 'aaa"}}')).toEqual({ id: 3 })
    expect(cutLine('{"jsonrpc":"2.0","result":{"id":1,"text":"aaa', 'aaa"},"id":"x"}')).toEqual({ id: "x" })
    expect(cutLine('{"jsonrpc":"2.0","result":{"text":"aaa', 'aaa","id":9}}')).toEqual({})
    expect(cutLine('{"jsonrpc":"2.0","id":4,"method":"fs/write","params":{"c":"aaa', 'aaa"}}')).toEqual({
      id: 4,
      method: "fs/write"
    })
    expect(cutLine("log aaaa", "aaaa")).toEqual({})
  })
})
