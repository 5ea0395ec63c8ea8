/** The everyday operators over what real agents wrote, with the fold as the judge. */
import {
  coalesceChunks,
  latestState,
  limitReply,
  ofUpdate,
  type SessionEvent,
  textDeltas,
  toolCallById
} from "@rxacp/core"
import { emptySession, foldSession, replyText, serializeSession, toolCalls } from "@rxacp/fold"
import { filter, from, lastValueFrom, map, type Observable, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { playTrace } from "./support/trace-player.ts"
import { traceNames } from "./support/traces.ts"

const all = <Value>(values: Observable<Value>): Promise<ReadonlyArray<Value>> => lastValueFrom(values.pipe(toArray()))
const folded = (events: ReadonlyArray<SessionEvent>) => events.reduce(foldSession, emptySession())

describe.each(traceNames)("%s", (name) => {
  const played = playTrace(name)

  it("folds to the same state with chunks joined, in fewer events", async () => {
    const { events } = await played
    for (const bytes of [1, 20, 4096]) {
      const joined = await all(from(events).pipe(coalesceChunks({ bytes })))
      expect(serializeSession(folded(joined))).toEqual(serializeSession(folded(events)))
      expect(joined.length).toBeLessThanOrEqual(events.length)
    }
  })

  it("has the text of the reply in its deltas", async () => {
    const { events } = await played
    const state = folded(events)
    const replies = state.turns.map(({ turn }) => replyText(state, turn)).join("")
    const inTurns = from(events).pipe(filter((event) => !("phase" in event) || event.phase !== "replay"))
    expect((await all(inTurns.pipe(textDeltas()))).join("")).toBe(replies)
  })

  it("latestState gives the folded state to every subscriber", async () => {
    const { events } = await played
    const state = await lastValueFrom(from(events).pipe(latestState(foldSession, emptySession())))
    expect(state).toEqual(folded(events))
  })

  it("patches every tool call as the fold does", async () => {
    const { events } = await played
    const known = toolCalls(folded(events))
    const reported = await all(
      from(events).pipe(
        ofUpdate("tool_call", "tool_call_update"),
        map(({ update }) => update.toolCallId)
      )
    )
    for (const id of new Set(reported)) {
      const call = await lastValueFrom(from(events).pipe(toolCallById(id)))
      expect(known.find(({ toolCallId }) => toolCallId === id)).toMatchObject(call)
    }
  })

  it("passes untouched where no cap is met", async () => {
    const { events } = await played
    const limits = { maxBytes: 1e6, maxChunks: 1e6, maxUpdates: 1e6 }
    const capped = await all(from(events).pipe(limitReply(limits, { cancel: () => expect.unreachable() })))
    expect(capped.every((event, index) => event === events[index])).toBe(true)
    expect(capped.length).toBe(events.length)
  })
})
