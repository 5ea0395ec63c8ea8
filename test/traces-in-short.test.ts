/** The recorded traces of agents of which there are few, through a connection to the state that is expected of them. */
import { emptySession, foldSession, messageText, type TimelineEntry, toolCall, toolOutput } from "@rxacp/fold"
import { describe, expect, it } from "vitest"
import { moreAgents } from "./expected/more-agents.ts"
import { playTrace } from "./support/trace-player.ts"
import { outsideTurnsOf, permissionsOf } from "./support/trace-view.ts"

const lineOf = (entry: TimelineEntry): string => {
  if (entry.type === "message") return `${entry.role}: ${messageText(entry).split("\n")[0]}`
  if (entry.type === "compaction") return "compaction"
  const { status, mark, title, kind } = entry
  return `[${[status, mark].filter((word) => word !== undefined).join(", ")}] ${title} (${kind})`
}

describe.each(Object.entries(moreAgents))("%s", (name, expected) => {
  it("folds to what is expected of it", async () => {
    const { events, calls, diagnostics } = await playTrace(name)
    const state = events.reduce(foldSession, emptySession())
    const { failures = {}, outputs = {}, ...rest } = expected
    expect({
      timeline: [...state.timeline].map(lineOf),
      stopReasons: state.turns.map(({ stopReason }) => stopReason),
      permissions: permissionsOf(events),
      anomalies: state.anomalies,
      diagnostics: diagnostics.map(({ _tag, ...facts }) =>
        "method" in facts ? { _tag, method: facts.method } : { _tag }
      ),
      modes: state.modes?.availableModes.map(({ id }) => id) ?? null,
      outsideTurns: outsideTurnsOf(events)
    }).toEqual(rest)
    for (const [id, output] of Object.entries(outputs)) {
      const call = toolCall(state, id)
      expect(call && toolOutput(call)).toBe(output)
    }
    for (const [method, outcome] of calls) {
      if (failures[method] === undefined) expect([method, outcome]).toEqual([method, "answered"])
      else expect(outcome).toMatchObject(failures[method])
    }
  })
})
