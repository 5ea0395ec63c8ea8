import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isUnder, placePath } from "../../src/permissions/path.ts"
import { type PermissionMatch, type PermissionRule, ruleApplies } from "../../src/permissions/permission-rule.ts"
import type { ToolCallUpdate } from "../../src/schema/tool-call.ts"

type Call = Omit<ToolCallUpdate, "toolCallId">

const applies = (rule: PermissionRule, asked: Call, known?: Call, cwd?: string): boolean =>
  ruleApplies(
    rule,
    { sessionId: "s1", toolCall: { toolCallId: "t1", ...asked }, options: [] },
    { sessionId: "s1", known: known && { toolCallId: "t1", ...known } },
    cwd === undefined ? undefined : placePath(cwd)
  )
const allows = (match: PermissionMatch, asked: Call, known?: Call, cwd?: string): boolean =>
  applies({ match, answer: "allow" }, asked, known, cwd)
const rejects = (match: PermissionMatch, asked: Call, known?: Call, cwd?: string): boolean =>
  applies({ match, answer: "reject" }, asked, known, cwd)

describe("a rule about what the agent says", () => {
  it("matches by kind, title, name and session, all of those that it gives", () => {
    const call: Call = { kind: "execute", title: "git status", name: "bash" }
    expect(allows({}, call)).toBe(true)
    expect(applies({ answer: "allow" }, call)).toBe(true)
    expect(allows({ kind: "execute", titlePrefix: "git ", name: "bash", sessionId: "s1" }, call)).toBe(true)
    expect(allows({ kind: ["read", "execute"] }, call)).toBe(true)
    expect(allows({ kind: ["read", "search"] }, call)).toBe(false)
    expect(allows({ kind: "execute", titlePrefix: "git push" }, call)).toBe(false)
    expect(allows({ kind: "execute", name: "bas" }, call)).toBe(false)
    expect(allows({ kind: "execute", sessionId: "s2" }, call)).toBe(false)
  })

  it("takes a call of which no kind is said for other", () => {
    expect(allows({ kind: "other" }, { kind: null }, {})).toBe(true)
    expect(allows({ kind: "read" }, {})).toBe(false)
  })

  it("does not match a name, a title or a path that is not said", () => {
    expect(allows({ name: "bash" }, {})).toBe(false)
    expect(allows({ titlePrefix: "" }, { title: "" })).toBe(false)
    expect(allows({ under: "/" }, { locations: [] })).toBe(false)
    expect(rejects({ name: "bash" }, {})).toBe(false)
  })

  it("reads what the request leaves out from what is known", () => {
    expect(allows({ kind: "read", name: "cat" }, { rawInput: {} }, { kind: "read", name: "cat" })).toBe(true)
  })
})

describe("when the announced call and the request differ", () => {
  const cases: ReadonlyArray<[PermissionMatch, Call, Call]> = [
    [{ kind: "read" }, { kind: "read" }, { kind: "execute" }],
    [{ titlePrefix: "ls" }, { title: "ls" }, { title: "rm -r" }],
    [{ name: "ls" }, { name: "ls" }, { name: "rm" }],
    [{ under: "/ws" }, { locations: [{ path: "/ws/a" }] }, { locations: [{ path: "/etc/passwd" }] }]
  ]
  it.each(cases)("%j allows only if it holds for both", (match, fits, differs) => {
    expect(allows(match, fits, fits)).toBe(true)
    expect(allows(match, fits, differs)).toBe(false)
    expect(allows(match, differs, fits)).toBe(false)
    expect(applies({ match, answer: "allowAlways" }, fits, differs)).toBe(false)
  })

  it.each(cases)("%j rejects and asks as soon as it holds for one", (match, fits, differs) => {
    expect(rejects(match, fits, differs)).toBe(true)
    expect(rejects(match, differs, fits)).toBe(true)
    expect(rejects(match, differs, differs)).toBe(false)
    expect(applies({ match, ask: () => [] }, differs, fits)).toBe(true)
    expect(applies({ match, answer: "rejectAlways" }, fits, differs)).toBe(true)
  })
})

describe("under", () => {
  const at = (...paths: ReadonlyArray<string>): Call => ({ locations: paths.map((path) => ({ path })) })

  it.each([
    ["/ws", true],
    ["/ws/", true],
    ["/ws/a/b.ts", true],
    ["/ws/./a//b", true],
    ["/ws/a/../b", true],
    ["/x/../ws/a", true],
    ["/../ws/a", true],
    ["/ws-evil/a", false],
    ["/wsx", false],
    ["/w", false],
    ["/", false],
    ["/ws/../etc/passwd", false],
    ["/ws/a/../../etc", false],
    ["/WS/a", false],
    ["ws/a", false],
    ["a", false],
    ["~/ws", false],
    ["file:///ws/a", false],
    ["\\\\ws\\a", false],
    ["c:/ws/a", false]
  ])("/ws holds %s: %s", (path, expected) => {
    expect(allows({ under: "/ws" }, at(path))).toBe(expected)
    expect(allows({ under: "/ws/x/.." }, at(path))).toBe(expected)
    expect(rejects({ under: "/ws" }, at(path))).toBe(expected)
  })

  it.each([
    ["C:\\ws\\a", true],
    ["c:/WS/a", true],
    ["C:\\ws\\..\\etc", false],
    ["C:\\..\\..\\ws", true],
    ["D:\\ws\\a", false],
    ["C:ws\\a", false],
    ["/c:/ws/a", false]
  ])("C:\\ws holds %s: %s", (path, expected) => {
    expect(allows({ under: "C:\\ws" }, at(path))).toBe(expected)
  })

  it.each([
    ["/ws", "a.ts", true],
    ["/ws/sub", "../a.ts", true],
    ["/ws", "../a.ts", false],
    ["/ws", "~/a.ts", false],
    ["/ws", "C:a.ts", false],
    ["/other", "a.ts", false]
  ])("reads relative paths from %s: %s", (cwd, path, expected) => {
    expect(allows({ under: "/ws" }, at(path), undefined, cwd)).toBe(expected)
  })

  it("reads relative paths from a folder on a drive", () => {
    expect(allows({ under: "C:\\ws\\src" }, at("x\\..\\SRC\\a.ts"), undefined, "c:\\WS")).toBe(true)
    expect(allows({ under: "C:\\ws" }, at("..\\a.ts"), undefined, "c:\\ws")).toBe(false)
  })

  it("allows only if every path is in the folder, rejects if one is", () => {
    expect(allows({ under: "/ws" }, at("/ws/a", "/etc/passwd"))).toBe(false)
    expect(rejects({ under: "/etc" }, at("/ws/a", "/etc/passwd"))).toBe(true)
  })

  it.each<[string, Call]>([
    ["a diff", { content: [{ type: "diff", path: "/etc/x", newText: "" }] }],
    ["a field named like a path", { rawInput: { file_path: "/etc/x" } }],
    ["a field in camel case", { rawInput: { newPath: "/etc/x y" } }],
    ["a bare word", { rawInput: { filepath: "../etc/x" } }],
    ["a list", { rawInput: { edits: [{ paths: ["/ws/a", "/etc/x"] }] } }],
    ["a key", { rawInput: { changes: { "/etc/x": { add: "…" } } } }],
    ["a move", { rawInput: { source: "/ws/a", destination: "/etc/x" } }],
    ["any text that looks like a path", { rawInput: { argument: "/etc/x" } }],
    ["a deep one", { rawInput: JSON.parse(`${'{"a":'.repeat(5000)}"/etc/x"${"}".repeat(5000)}`) }]
  ])("sees a path in %s", (_, call) => {
    expect(allows({ under: "/ws" }, { locations: [{ path: "/ws/a" }], ...call })).toBe(false)
    expect(allows({ under: "/" }, { locations: [{ path: "/ws/a" }], ...call }, undefined, "/ws")).toBe(true)
  })

  it("takes no other text for a path", () => {
    const rawInput = {
      content: "// a comment\n/etc/x",
      next: "//comment",
      pattern: "src/*",
      old_text: "/a b",
      n: 1,
      profile: "x",
      ok: null
    }
    expect(allows({ under: "/ws" }, { locations: [{ path: "/ws/a" }], rawInput })).toBe(true)
  })

  it("never takes a path that leaves the folder for one inside", () => {
    const segments = fc.array(fc.constantFrom("a", "b", "..", ".", ""), { maxLength: 8 })
    fc.assert(
      fc.property(segments, (parts) => {
        // The depth below /ws, or a sign that the path once went above it.
        let depth = 0
        let left = false
        const inside: Array<string> = []
        for (const part of parts) {
          if (part === "..") {
            if (depth === 0) left = true
            else inside.pop()
            depth = Math.max(depth - 1, 0)
          } else if (part !== "" && part !== ".") {
            depth += 1
            inside.push(part)
          }
        }
        const placed = placePath(["/ws", ...parts].join("/")) ?? []
        expect(isUnder(placed, ["ws"])).toBe(!left)
        if (!left) expect(placed).toEqual(["ws", ...inside])
      })
    )
  })
})
