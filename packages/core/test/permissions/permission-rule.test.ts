import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isUnder, placePath } from "../../src/permissions/path.ts"
import { type PermissionMatch, type PermissionRule, ruleApplies } from "../../src/permissions/permission-rule.ts"
import type { ToolCallUpdate } from "../../src/schema/index.ts"

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
    ["//ws/a", true],
    ["/ws/a b/c", true],
    ["/ws-evil/a", false],
    ["/wsx", false],
    ["/w", false],
    ["/", false],
    ["/ws/../etc/passwd", false],
    ["/ws/a/../../etc", false],
    ["/WS/a", false],
    ["//etc/passwd", false],
    ["/etc/my files/x", false]
  ])("places %s in /ws: %s", (path, expected) => {
    expect(allows({ under: "/ws" }, at(path))).toBe(expected)
    expect(allows({ under: "/ws/x/.." }, at(path))).toBe(expected)
    expect(rejects({ under: "/ws" }, at(path))).toBe(expected)
    expect(applies({ match: { under: "/ws" }, ask: () => [] }, at(path))).toBe(expected)
  })

  it.each([
    ["a relative path without cwd", "ws/a"],
    ["a name without cwd", "a"],
    ["a way up without cwd", "../ws/a"],
    ["a home", "~/ws"],
    ["another's home", "~root/ws"],
    ["a file address", "file:///x/a"],
    ["a file address with a host", "file://host/x/a"],
    ["another address", "vscode-remote://x/a"],
    ["a share", "\\\\x\\a"],
    ["a device", "\\\\.\\C:\\a"],
    ["the root of the current drive", "\\x\\a"],
    ["a drive, for a root without one", "c:/x/a"],
    ["a drive without its root", "c:a"],
    ["a variable", "/x/$HOME/a"],
    ["a command in place of a name", "/x/$(a)/b"],
    ["a variable of Windows", "/x/%USERPROFILE%/b"],
    ["the output of a command", "/x/`pwd`"],
    ["percent signs that decode to no text", "/x/%ff%fe"],
    ["percent signs in layer upon layer", `/x/%${"25".repeat(40)}2e`],
    ["a wide slash", "/x\uff0fa"],
    ["a leader for two dots", "/x/\u2025/a"],
    ["an invisible character", "/x/a\u200b"],
    ["a control character", "/x/a\u0000b"],
    ["a line feed", "/x/a\n/b"],
    ["a quote", '"/x/a"'],
    ["a door of the system", "/proc/self/root/x"]
  ])("can't place %s: nothing is allowed by it, and every rule that rejects or asks holds", (_, path) => {
    expect(allows({ under: "/" }, at(path))).toBe(false)
    expect(rejects({ under: "/ws" }, at(path))).toBe(true)
    expect(applies({ match: { under: "/ws" }, ask: () => [] }, at(path))).toBe(true)
  })

  it.each([
    ["percent signs", "/x/%2e%2e/ws/a"],
    ["two layers of percent signs", "/x/%252e%252e/ws/a"],
    ["an encoded slash", "/%77s%2fa"],
    ["backslashes", "/x\\..\\ws\\a"],
    ["a file address", "file:///ws/a"],
    ["a file address of this host", "FILE://localhost/ws/a"],
    ["blanks around", " /ws/a "],
    ["a pattern", "/*/a"],
    ["a pattern in a name", "/w[s]/a"],
    ["braces", "/{ws,x}/a"],
    ["macOS's way in", "/private/ws/a"],
    ["wide letters", "/\uff57\uff53/a"]
  ])("rejects what may be in the folder when it is spelled with %s", (_, path) => {
    expect(allows({ under: "/x" }, at(path), undefined, "/x")).toBe(false)
    expect(rejects({ under: "/ws" }, at(path), undefined, "/x")).toBe(true)
  })

  it("compares names without their case for rules that reject, where the system does", () => {
    const request = { sessionId: "s1", toolCall: { toolCallId: "t1", ...at("/WS/Ä") }, options: [] }
    const rule = { match: { under: "/ws/a\u0308" }, answer: "reject" } as const
    expect(ruleApplies(rule, request, { sessionId: "s1" }, undefined, true)).toBe(true)
    expect(ruleApplies(rule, request, { sessionId: "s1" }, undefined, false)).toBe(false)
    expect(ruleApplies({ ...rule, answer: "allow" }, request, { sessionId: "s1" }, undefined, true)).toBe(false)
  })

  it("rejects what is done to a folder above, when it reaches down", () => {
    for (const kind of ["delete", "move", "search"] as const) {
      expect(rejects({ under: "/ws/secret" }, { kind, ...at("/ws") })).toBe(true)
    }
    expect(rejects({ under: "/ws/secret" }, { kind: "read", ...at("/ws") })).toBe(false)
  })

  it.each<[string, unknown]>([
    ["a command", { command: "cat x" }],
    ["a command in parts", { args: ["cat", "x"] }],
    ["a script", { shell: { script: "x" } }],
    ["a whole text", "cat x"],
    ["a text with a path in it", { request: "look at /etc/x please" }],
    ["a relative path in a field of any name", { argument: "sub/x" }]
  ])("takes %s for text that may name any path", (_, rawInput) => {
    expect(allows({ under: "/ws" }, { ...at("/ws/a"), rawInput }, undefined, "/ws")).toBe(false)
    expect(rejects({ under: "/home/u/.ssh" }, { ...at("/ws/a"), rawInput }, undefined, "/ws")).toBe(true)
  })

  it.each([
    ["C:\\ws\\a", true],
    ["c:/WS/a", true],
    ["C:\\ws\\..\\etc", false],
    ["C:\\..\\..\\ws", true],
    ["D:\\ws\\a", false],
    ["C:ws\\a", false],
    ["/c:/ws/a", false],
    ["\\\\?\\C:\\ws\\a", true],
    ["\\\\?\\C:\\ws\\..\\a", false],
    ["C:\\ws\\a:stream", false],
    ["C:\\WS~1\\a", false],
    ["C:\\ws\\a.", false]
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
    ["one with two slashes", { rawInput: { argument: "//etc/passwd" } }],
    ["one with blanks", { rawInput: { argument: "/etc/my files/x" } }],
    ["a way up in any field", { rawInput: { argument: "../etc/x" } }],
    ["a file address", { rawInput: { uri: "file:///etc/x" } }],
    ...["dest", "output", "uri", "src", "outFile", "link_target"].map((field): [string, Call] => [
      `a relative one in ${field}`,
      { rawInput: { [field]: "../etc/x" } }
    ]),
    ["a deep one", { rawInput: JSON.parse(`${'{"a":'.repeat(5000)}"/etc/x"${"}".repeat(5000)}`) }]
  ])("sees a path in %s", (_, call) => {
    expect(allows({ under: "/ws" }, { locations: [{ path: "/ws/a" }], ...call })).toBe(false)
    expect(allows({ under: "/" }, { locations: [{ path: "/ws/a" }], ...call }, undefined, "/ws")).toBe(true)
    expect(rejects({ under: "/etc" }, { locations: [{ path: "/ws/a" }], ...call }, undefined, "/ws")).toBe(true)
  })

  it("takes no other text for a path", () => {
    const rawInput = {
      content: "// a comment\n/etc/x",
      page: "https://example.com/a",
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
