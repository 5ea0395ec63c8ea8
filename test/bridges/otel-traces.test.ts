/** Every recorded trace as OpenTelemetry's own exporter has it, beside what our fold makes of the same events. */
import { emptySession, foldSession, toolCalls } from "@rxacp/fold"
import { describe, expect, it } from "vitest"
import { spansOf } from "../support/spans.ts"
import { playTrace } from "../support/trace-player.ts"
import { traceNames } from "../support/traces.ts"

describe.each(traceNames)("%s", (name) => {
  it("has a span for each turn and each of its tool calls, all ended, and passes every event", async () => {
    const { events } = await playTrace(name)
    const state = events.reduce(foldSession, emptySession())
    const { spans, started, closedByEvents, passed } = spansOf(events, { agent: { name: "recorded", version: "1" } })
    expect(passed).toEqual(events)
    expect(spans.length).toBe(started)
    expect(closedByEvents).toBe(started)

    const turns = spans.filter((span) => span.name === "invoke_agent recorded")
    expect(turns.map(({ attributes }) => attributes["gen_ai.response.finish_reasons"])).toEqual(
      [...state.turns].map(({ stopReason }) => [stopReason])
    )
    expect(turns.every(({ end, start, parent }) => end > start && parent === undefined)).toBe(true)

    const tools = spans.filter((span) => span.name.startsWith("execute_tool"))
    const shown = tools.map(({ name, parent, attributes, error }) => ({
      id: attributes["gen_ai.tool.call.id"],
      name,
      status: attributes["acp.tool.status"],
      error,
      parent
    }))
    const expected = toolCalls(state)
      .filter(({ turn }) => turn !== null)
      .map(({ toolCallId, name, kind, status, mark }) => ({
        id: toolCallId,
        name: `execute_tool ${name ?? kind}`,
        status,
        error: status === "failed" ? "tool_failed" : mark,
        parent: "invoke_agent recorded"
      }))
    const byId = (one: { readonly id: unknown }, other: { readonly id: unknown }): number =>
      String(one.id).localeCompare(String(other.id))
    expect(shown.toSorted(byId)).toEqual(expected.toSorted(byId))
    const answers = events.filter(({ _tag }) => _tag === "PermissionResolved")
    expect(tools.flatMap((tool) => tool.events).length).toBe(answers.length)
  })

  it("gives the same spans when the events are seen again", async () => {
    const { events } = await playTrace(name)
    expect(spansOf(events).spans).toEqual(spansOf(events).spans)
  })

  it("ends every span wherever the stream breaks off", async () => {
    const { events } = await playTrace(name)
    for (let length = 1; length <= events.length; length += 1) {
      const { spans, started } = spansOf(events.slice(0, length))
      expect(spans.length).toBe(started)
      expect(spans.every(({ end, start }) => end >= start)).toBe(true)
    }
  })

  it("records no content unless asked", async () => {
    const { events } = await playTrace(name)
    const names = ["gen_ai.input.messages", "gen_ai.output.messages", "acp.tool.title", "gen_ai.tool.call.arguments"]
    const keys = (content: boolean) =>
      spansOf(events, { content }).spans.flatMap((span) => Object.keys(span.attributes))
    expect(keys(false).filter((key) => names.includes(key))).toEqual([])
    if (events.some(({ _tag }) => _tag === "TurnStarted")) expect(keys(true)).toContain("gen_ai.input.messages")
  })
})
