import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { unknownFields } from "../../../src/index.ts"

const chunk = (fields: object, content: object = {}) => ({
  sessionId: "s",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x", ...content }, ...fields }
})

describe("unknown fields", () => {
  it.each([
    ["none in clean params", chunk({ messageId: "m", _meta: { any: 1 } }), []],
    ["one at the top of the params", { ...chunk({}), extra: 1 }, [["extra"]]],
    ["one in an update", chunk({ mesageId: "m" }), [["update", "mesageId"]]],
    ["one in a content block", chunk({}, { txt: 1 }), [["update", "content", "txt"]]],
    ["not what begins with an underscore", chunk({ _x: 1 }), []],
    ["not what lies under an unknown one", chunk({ extra: { deep: { deeper: 1 } } }), [["update", "extra"]]],
    ["none of an update of an unknown kind", { sessionId: "s", update: { sessionUpdate: "shiny", a: 1 } }, []]
  ])("finds %s", (_, params, expected) => {
    expect(unknownFields("session/update", "params", params)).toEqual(expected)
  })

  it("finds those in the items of a list, by their place", () => {
    const update = {
      sessionUpdate: "plan",
      entries: [{ content: "a", priority: "high", status: "pending", done: true }]
    }
    expect(unknownFields("session/update", "params", { sessionId: "s", update })).toEqual([
      ["update", "entries", 0, "done"]
    ])
  })

  it("finds those of a result", () => {
    expect(unknownFields("session/prompt", "result", { stopReason: "end_turn", stopped: 1 })).toEqual([["stopped"]])
  })

  it("stops at a hundred, and at any depth", () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`f${n}`, n]))
    expect(unknownFields("session/update", "params", many)).toHaveLength(100)
    const deep: unknown = JSON.parse(`${'{"update":'.repeat(100_000)}1${"}".repeat(100_000)}`)
    expect(unknownFields("session/update", "params", deep)).toEqual([])
  })

  it("finds in recorded traffic only what agents really add", () => {
    const folder = new URL("../../../../../test/traces/", import.meta.url)
    const found = new Set<string>()
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".ndjson"))) {
      for (const record of readFileSync(new URL(name, folder), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))) {
        if (record.from !== "agent" || !record.line.startsWith("{")) continue
        const { method, params } = JSON.parse(record.line)
        if (method === "session/update")
          for (const path of unknownFields(method, "params", params)) found.add(path.join("."))
      }
    }
    expect([...found].sort()).toEqual([])
  })
})
