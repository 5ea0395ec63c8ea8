/** Every recorded trace goes through the pipeline, with and without a connection, to the state that is expected of it. */
import { decodeMessages, type SessionEvent, sessionUpdates, splitLines } from "@rxacp/core"
import { emptySession, foldSession } from "@rxacp/fold"
import { lastValueFrom, of, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { codexAcp } from "./expected/codex-acp.ts"
import { geminiCli } from "./expected/gemini-cli.ts"
import { moreAgents } from "./expected/more-agents.ts"
import { opencode } from "./expected/opencode.ts"
import { playTrace } from "./support/trace-player.ts"
import {
  bytesView,
  type ExpectedTrace,
  expectedFromBytes,
  outsideTurnsOf,
  permissionsOf,
  viewOf
} from "./support/trace-view.ts"
import { agentBytes, linesFrom, readTrace, traceNames } from "./support/traces.ts"

const agents = { "codex-acp-0.16": codexAcp, "gemini-cli-0.61": geminiCli, "opencode-1.18": opencode }

const expectations = Object.entries(agents).flatMap(([agent, scenarios]) =>
  Object.entries<ExpectedTrace>(scenarios).map(([scenario, expected]) => ({ name: `${agent}-${scenario}`, expected }))
)

it("something is expected of every trace", () => {
  const names = [...expectations.map(({ name }) => name), ...Object.keys(moreAgents)]
  expect(names.sort()).toEqual(traceNames)
})

describe.each(expectations)("$name", ({ name, expected }) => {
  const trace = readTrace(name)
  const bytes = of(agentBytes(trace))
  const messages = bytes.pipe(splitLines(), decodeMessages())

  it("is messages throughout, one a line", async () => {
    const decoded = await lastValueFrom(messages.pipe(toArray()))
    expect(decoded.map(({ seq }) => seq)).toEqual(linesFrom("agent", trace).map((_, index) => index + 1))
    expect(decoded.filter(({ _tag }) => ["Noise", "Invalid", "Oversize"].includes(_tag))).toEqual([])
  })

  it("folds from the bytes alone", async () => {
    const updates = await lastValueFrom(messages.pipe(sessionUpdates(), toArray()))
    expect(updates.filter((event) => event._tag !== "Update" || event.issues !== undefined)).toEqual([])
    const state = updates.reduce(foldSession, emptySession())
    expect(bytesView(viewOf(state))).toEqual(expectedFromBytes(expected))
  })

  it("folds from the events of a connection", async () => {
    const { events, calls, diagnostics } = await playTrace(name)
    const { permissions, outsideTurns, onlyAskedFor, failures = {}, ...view } = expected
    const state = events.reduce(foldSession, emptySession())
    expect(viewOf(state)).toEqual(view)
    expect(permissionsOf(events)).toEqual(permissions)
    expect(outsideTurnsOf(events)).toEqual(outsideTurns)
    expect(state.pendingPermissions).toEqual([])
    for (const [method, outcome] of calls) {
      if (failures[method] === undefined) expect([method, outcome]).toEqual([method, "answered"])
      else expect(outcome).toMatchObject(failures[method])
    }
    expect(diagnostics).toEqual([])
  })

  it("has events that count from 1 and stand in the order of the lines", async () => {
    const { events, sessionId } = await playTrace(name)
    expect(events.map(({ n }) => n)).toEqual(events.map((_, index) => index + 1))
    expect(events.every((event) => event.sessionId === sessionId && event.epoch === 1)).toBe(true)
    const lines = events.flatMap(({ seq = 0 }: SessionEvent) => (seq === 0 ? [] : [seq]))
    expect(lines).toEqual([...lines].sort((one, other) => one - other))
  })

  it("is answered as the recorded client answered it", async () => {
    const { sent, recorded } = await playTrace(name)
    expect(sent).toEqual(recorded)
  })
})
