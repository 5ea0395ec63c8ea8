/** What a strange or hostile agent puts into messages: each value is JSON text, since some are nothing that JSON.stringify writes. */
import type { Random } from "./random.ts"

const nested = (depth: number, open: string, inside: string, close: string): string =>
  open.repeat(depth) + inside + close.repeat(depth)

/** Any JSON, small for most draws, now and then deep or long. */
export const hostileJson = (random: Random): string =>
  random.pick<() => string>([
    () => "null",
    () => "-0",
    () => "1e999",
    () => "12345678901234567890123",
    () => '"\\ud800"',
    () => '"\\u2028\\u0000\\u001b[31m"',
    () => '{"__proto__":{"polluted":true},"constructor":1,"toString":null,"then":"x","toJSON":"x"}',
    () => '{"a":1,"a":2,"":[]}',
    () => '[[],{},"",null,false]',
    () => nested(20 + random.below(300), "[", "", "]"),
    () => nested(20 + random.below(300), '{"a":', "null", "}"),
    () => (random.chance(0.1) ? nested(100_000, "[", "", "]") : "[[[]]]"),
    () => (random.chance(0.1) ? `"${"long ".repeat(40_000)}"` : '"short"'),
    () => `"${"x".repeat(random.below(400))}"`
  ])()

/** An id of a request, as JSON text; `number` makes it unlike every other, but for the ids that an agent uses again. */
export const requestId = (random: Random, number: number): string =>
  random.pick<() => string>([
    () => `${number}`,
    () => `-${number}`,
    () => `${number}.5`,
    () => `"r${number}"`,
    () => `"${number}"`,
    () => `90071992547409930${number}`,
    () => `"__proto__${number}"`,
    () => `"${"long".repeat(100)}${number}"`,
    () => random.pick(["0", '""', '"__proto__"', '"constructor"', "null"])
  ])()

/** A line that no client can use: noise, broken envelopes, answers to nothing. */
export const uselessLine = (random: Random): string =>
  random.pick<() => string>([
    () => "npm warn deprecated",
    () => "",
    () => "[]",
    () => `[{"jsonrpc":"2.0","method":"x"}]`,
    () => `{"jsonrpc":"2.0"}`,
    () => `{"jsonrpc":"2.0","id":99999,"result":${hostileJson(random)}}`,
    () => `{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}`,
    () => `{"jsonrpc":"2.0","id":"99998","error":${hostileJson(random)}}`,
    () => `{"jsonrpc":"2.0","method":"session/update","params":${hostileJson(random)}}`,
    () => `{"jsonrpc":"2.0","method":"_vendor/${random.below(3)}","params":${hostileJson(random)}}`,
    () => `{"jsonrpc":"1.0","id":1,"method":"x"}`,
    () => `{"jsonrpc":"2.0","id":1,"method":"x","result":1}`,
    () => hostileJson(random),
    () => nested(5_000, "[", "", ""),
    () => "x".repeat(3_000)
  ])()
