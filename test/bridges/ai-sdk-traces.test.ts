/** Every recorded trace as the AI SDK's own reader reads it, beside what our fold makes of the same events. */
import { toUIMessageStream, toUIMessages, type UiMessage } from "@rxacp/ai-sdk"
import type { SessionEvent } from "@rxacp/core"
import { emptySession, foldSession } from "@rxacp/fold"
import { type UIMessage, validateUIMessages } from "ai"
import { from, lastValueFrom, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { playTrace } from "../support/trace-player.ts"
import { traceNames } from "../support/traces.ts"
import { dataIn, readChunks, shownByFold, shownIn } from "../support/ui-messages.ts"

const isLate = (event: SessionEvent): boolean => event._tag === "Update" && event.phase === "late"

const validUIMessages = async (history: ReadonlyArray<UiMessage>): Promise<ReadonlyArray<UIMessage>> =>
  history.length === 0 ? [] : validateUIMessages({ messages: structuredClone(history) })

describe.each(traceNames)("%s", (name) => {
  it("shows in the AI SDK's messages what the fold shows", async () => {
    const { events } = await playTrace(name)
    // What comes after the end of a message can't be part of it.
    const state = events.filter((event) => !isLate(event)).reduce(foldSession, emptySession())
    const chunks = await lastValueFrom(from(events).pipe(toUIMessageStream(), toArray()))
    const messages = await readChunks(chunks)
    expect(messages.map(shownIn)).toEqual([...state.turns].map(({ turn }) => shownByFold(state, turn)))
    if (state.plan !== null) expect(dataIn(messages.at(-1) ?? { parts: [] }, "plan")).toEqual(state.plan)
  })

  it("is valid history for `useChat`, late and replayed entries included", async () => {
    const { events } = await playTrace(name)
    const state = events.reduce(foldSession, emptySession())
    const history = toUIMessages(state)
    const messages = await validUIMessages(history)
    const turns = messages.filter(({ id, role }) => role === "assistant" && !id.includes("#") && !id.includes(":"))
    expect(turns.map(shownIn)).toEqual([...state.turns].map(({ turn }) => shownByFold(state, turn)))
    expect(new Set(history.map(({ id }) => id)).size).toBe(history.length)
  })
})
