/** Terminals that an agent streams in the `_meta` of tool calls: the end of each output is kept, whatever comes. */
import type { SessionUpdate } from "@rxacp/core"
import { emptySession, foldSession, restoreSession, type SessionState } from "@rxacp/fold"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { asJson } from "./support/as-json.ts"

const patch = (meta: Readonly<Record<string, unknown>>): SessionUpdate => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "c",
  _meta: meta
})
const output = (data: string): SessionUpdate => patch({ terminal_output: { terminal_id: "t", data } })
const begun = (terminalBytes?: number) =>
  foldSession(emptySession(terminalBytes === undefined ? {} : { terminalBytes }), {
    sessionUpdate: "tool_call",
    toolCallId: "c",
    title: "ls",
    content: [{ type: "terminal", terminalId: "t" }],
    _meta: { terminal_info: { terminal_id: "t", cwd: "/w" } }
  })
/** Whether a text has no half of a surrogate pair on its own. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)
const bytes = (text: string): number => new TextEncoder().encode(text).length

describe("a streamed terminal", () => {
  it("is opened, appended to, and ended", () => {
    const exit = patch({ terminal_exit: { terminal_id: "t", exit_code: 0, signal: null } })
    const delta = patch({ terminal_output_delta: { terminal_id: "t", data: "b\n" } })
    const state = [output("a\n"), delta, exit].reduce(foldSession, begun())
    expect(state.terminals).toEqual([
      { terminalId: "t", toolCallId: "c", cwd: "/w", output: "a\nb\n", exitStatus: { exitCode: 0, signal: null } }
    ])
    expect(foldSession(state, exit)).toBe(state)
    expect(asJson(state).terminals).toEqual(state.terminals)
    expect(structuredClone(state).terminals).toEqual(state.terminals)
  })

  it("takes output, information and the exit in one update", () => {
    const all = patch({
      terminal_info: { terminal_id: "u" },
      terminal_output: { terminal_id: "u", data: "x" },
      terminal_exit: { terminal_id: "u", exit_code: null, signal: "SIGTERM" }
    })
    expect(foldSession(emptySession(), all).terminals).toEqual([
      { terminalId: "u", toolCallId: "c", output: "x", exitStatus: { exitCode: null, signal: "SIGTERM" } }
    ])
  })

  it("keeps the last bytes, from a whole character on, and counts what went", () => {
    const chunk = fc.string({ unit: "binary", maxLength: 12 }).filter(isWellFormed)
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 30 }), fc.integer({ min: 4, max: 20 }), (chunks, limit) => {
        let state: SessionState = begun(limit)
        let whole = ""
        for (const data of chunks) {
          state = foldSession(state, output(data))
          whole += data
          const [terminal] = state.terminals
          const kept = terminal?.output ?? ""
          expect(whole.endsWith(kept)).toBe(true)
          expect(isWellFormed(kept)).toBe(true)
          expect(bytes(kept)).toBeLessThanOrEqual(limit)
          expect(bytes(kept) + (terminal?.truncated ?? 0)).toBe(bytes(whole))
          if (bytes(whole) > limit) expect(bytes(kept)).toBeGreaterThan(limit - 4)
        }
      })
    )
  })

  it("goes on alike from JSON and from a structured clone", () => {
    const first = ["abc", "dé", "fgh"].map(output).reduce(foldSession, begun(6))
    const more = (state: SessionState) => ["i", "😀"].map(output).reduce(foldSession, state).terminals[0]?.output
    expect(more(restoreSession(asJson(first)))).toBe(more(first))
    expect(more(structuredClone(first))).toBe(more(first))
  })

  it("keeps no more than its bound of 35,000 lines, and old snapshots as they were", () => {
    const line = `${"x".repeat(99)}\n`
    let state: SessionState = begun()
    const early = foldSession(state, output("early\n"))
    for (let count = 0; count < 35_000; count += 1) state = foldSession(state, output(line))
    const [terminal] = state.terminals
    expect(terminal?.output).toHaveLength(1024 * 1024)
    expect(terminal?.truncated).toBe(3_500_000 - 1024 * 1024)
    expect(early.terminals[0]?.output).toBe("early\n")
  })

  it("is let go of when there are too many, with a note", () => {
    let state: SessionState = emptySession()
    for (let count = 0; count < 1_002; count += 1) {
      state = foldSession(state, patch({ terminal_info: { terminal_id: `t${count}` } }))
    }
    expect(state.terminals).toHaveLength(1_000)
    expect(state.anomalies.slice(-2)).toEqual([
      { kind: "forgotten", list: "terminals", id: "t0" },
      { kind: "forgotten", list: "terminals", id: "t1" }
    ])
  })
})
