/** Values and lines that are made to end, freeze or confuse a host. */

/** Deeper than any stack. */
export const DEPTH = 200_000
/** Longer than what a pattern that backtracks can look at. */
const LENGTH = 20_000_000

const deepArray = `${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`
const deepObject = `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`

/** JSON texts by what is wrong with them. */
export const hostileJson: ReadonlyArray<readonly [string, string]> = [
  ["an array of depth 200,000", deepArray],
  ["an object of depth 200,000", deepObject],
  ["a text of 20 MB", JSON.stringify("x".repeat(LENGTH))],
  ["a text of escapes", `"${'\\u0000\\\\\\"'.repeat(LENGTH / 40)}"`],
  ["a million empty objects", `[${"{},".repeat(1_000_000)}{}]`],
  [
    "members named like those of every object",
    '{"__proto__":{"a":1},"constructor":{"prototype":1},"toString":1,"then":1}'
  ],
  ["a number that is infinite", "1e999"]
]

/** Ids as they stand in a line. */
export const ids: ReadonlyArray<string> = [
  "9007199254740993",
  "-9007199254740993",
  "1e400",
  "0.5",
  "-0",
  "null",
  '""',
  '"0"',
  '"\\ud800"',
  '"__proto__"',
  `"${"9".repeat(100_000)}"`,
  "9".repeat(300),
  deepArray,
  "{}",
  "true"
]

/** Lines that are no plain JSON. */
export const hostileLines: ReadonlyArray<readonly [string, string]> = [
  ["escape sequences before JSON", `${"\u001b[0m".repeat(LENGTH / 4)}{"jsonrpc":"2.0","method":"_x"}`],
  ["escape sequences after JSON", `{"jsonrpc":"2.0","method":"_x"}${"\u001b[0m".repeat(LENGTH / 4)}`],
  ["an escape sequence that does not end", `\u001b]${"x".repeat(LENGTH)}{"jsonrpc":"2.0","method":"_x"}`],
  ["intermediate characters without an end", `\u001b[${" ".repeat(LENGTH)}`],
  ["blanks and a beginning", `${" ".repeat(LENGTH)}\u001b`],
  ["openings that are never closed", "[".repeat(LENGTH)],
  ["a string that is never closed", `{"jsonrpc":"2.0","id":9007199254740993,"method":"${"\\\\".repeat(LENGTH / 2)}`],
  ["quotes", '"'.repeat(LENGTH)],
  [
    "a long string before an id past 2^53",
    `{"jsonrpc":"2.0","method":"_x","params":{"a":"${"x".repeat(LENGTH)}"},"id":9007199254740993}`
  ],
  [
    "names of the member that is looked for",
    `{"jsonrpc":"2.0","method":"$/cancel_request","params":{${'"requestId" : 1,'.repeat(500_000)}"requestId":9007199254740993}}`
  ]
]

const broken = (): never => {
  throw new Error("broken")
}

/** What a handler can answer with, or throw, that no text can be made of. */
export const hostileValues: ReadonlyArray<readonly [string, () => unknown]> = [
  ["a BigInt", () => ({ a: 1n })],
  ["a cycle", () => cycle()],
  ["a getter that throws", () => Object.defineProperty({}, "a", { enumerable: true, get: broken })],
  ["a toJSON that throws", () => ({ toJSON: broken })],
  ["a value of depth 200,000", () => JSON.parse(deepArray)],
  ["an object without a prototype", () => Object.create(null)],
  ["a toString that throws", () => ({ toString: broken })],
  ["a symbol", () => Symbol("s")],
  ["an error whose message throws", () => Object.defineProperty(new Error("x"), "message", { get: broken })],
  ["a text of 20 MB", () => "x".repeat(LENGTH)],
  ["nothing", () => undefined]
]

const cycle = (): object => {
  const value: { self?: object } = {}
  value.self = value
  return value
}
