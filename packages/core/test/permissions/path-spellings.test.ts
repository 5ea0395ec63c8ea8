/** Whatever way a path is spelled, a rule about a folder fails closed. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { placePath } from "../../src/permissions/path.ts"
import { ruleApplies } from "../../src/permissions/permission-rule.ts"

const names = ["a", "b c", "é", "x.ts", "node_modules"]
const segments = fc.array(fc.constantFrom(...names), { maxLength: 4 })

/** Ways to spell the same path otherwise. Each takes a path that begins with a slash. */
const spellings: ReadonlyArray<(path: string, pick: number) => string> = [
  (path) => path.replaceAll("/", "//"),
  (path) => path.replaceAll("/", "/./"),
  (path, pick) => `/x${pick}/..${path}`,
  (path, pick) => path.replace(/\/([^/]+)$/, `/z${pick}/../$1`),
  (path, pick) => {
    const place = pick % path.length
    return `${path.slice(0, place)}${encodeURIComponent(path.charAt(place)).replace(/^[^%]$/, hex)}${path.slice(place + 1)}`
  },
  (path) => path.replace(/[a-z]/, hex),
  (path) => path.replaceAll("/", "%2F").replace("%2F", "/"),
  (path) => `file://${path}`,
  (path) => `../../../../../..${path}`,
  (path) => ` ${path}`,
  (path) => path.normalize("NFD"),
  (path) => path.replaceAll("a", "\uff41"),
  (path, pick) => path.replace(/\/([^/]+)$/, (_, name: string) => `/${name.slice(0, pick % name.length)}*`),
  (path) => `~${path}`,
  (path) => `$HOME${path}`,
  (path) => path.replace(/\//g, "\u2215"),
  (path) => path.replace("/", "/\u200b"),
  (path) => path.replaceAll("/", "\\")
]

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`

/** Goes on as long as the path begins with a slash; what begins otherwise can't be taken for the rest of another path. */
const respelled = (path: string, ways: ReadonlyArray<readonly [way: number, pick: number]>): string =>
  ways.reduce(
    (spelled, [way, pick]) =>
      spelled.startsWith("/") ? (spellings[way % spellings.length]?.(spelled, pick) ?? spelled) : spelled,
    path
  )

const ways = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 20 })), { minLength: 1, maxLength: 3 })
const field = fc.constantFrom("locations", "file_path", "dest", "src", "output", "uri", "argument", "key", "diff")

/** A call that names one path, at any of the places where calls do. */
const callWith = (place: string, path: string) => {
  const call = { toolCallId: "t", kind: "edit" as const }
  if (place === "locations") return { ...call, locations: [{ path }] }
  if (place === "diff") return { ...call, content: [{ type: "diff" as const, path, newText: "" }] }
  if (place === "key") return { ...call, rawInput: { changes: { [path]: 1, "/ws/y": 1 } } }
  return { ...call, rawInput: { [place]: path } }
}

const applies = (answer: "allow" | "reject", under: string, place: string, path: string): boolean =>
  ruleApplies(
    { match: { under }, answer },
    { sessionId: "s", toolCall: callWith(place, path), options: [] },
    { sessionId: "s" },
    placePath("/home/u/app")
  )

/** Fields of any name hold paths only when they look like one, which a few spellings do not. */
const looksLikeNothing = (place: string, path: string): boolean =>
  place === "key" && !/^\s*(?:\/|~|\\|\.\.?[\\/]|file:|%(?:2[ef]|5c|7e))/i.test(path)

describe("however a path is spelled", () => {
  it("a rule that rejects about its folder holds", () => {
    fc.assert(
      fc.property(segments, ways, field, (parts, how, place) => {
        const path = respelled(["/secret", ...parts].join("/"), how)
        fc.pre(!looksLikeNothing(place, path))
        expect([path, applies("reject", "/secret", place, path)]).toEqual([path, true])
      }),
      { numRuns: 3_000 }
    )
  })

  it("a rule that allows about another folder does not hold", () => {
    fc.assert(
      fc.property(segments, ways, field, (parts, how, place) => {
        const path = respelled(["/secret", ...parts].join("/"), how)
        fc.pre(!looksLikeNothing(place, path))
        expect([path, applies("allow", "/ws", place, path)]).toEqual([path, false])
      }),
      { numRuns: 3_000 }
    )
  })
})
