/** Every recorded trace as AG-UI's own client reads it, beside what our fold makes of the same events. */
import { toAgUi } from "@rxacp/ag-ui"
import type { SessionEvent } from "@rxacp/core"
import { emptySession, foldSession } from "@rxacp/fold"
import fc from "fast-check"
import { from, lastValueFrom, toArray } from "rxjs"
import { beforeAll, describe, expect, it } from "vitest"
import { type Page, readRun, runsIn, shownByFold, shownIn } from "../support/ag-ui-client.ts"
import { playTrace } from "../support/trace-player.ts"
import { traceNames } from "../support/traces.ts"

const isLate = (event: SessionEvent): boolean => event._tag === "Update" && event.phase === "late"

const eventsOf = (events: ReadonlyArray<SessionEvent>, options: Parameters<typeof toAgUi>[0] = {}) =>
  lastValueFrom(from(events).pipe(toAgUi(options), toArray()))

const readAll = async (events: ReadonlyArray<SessionEvent>): Promise<Page> => {
  let page: Page = { messages: [], state: {} }
  for (const run of runsIn(await eventsOf(events))) page = await readRun(run, page)
  return page
}

describe.each(traceNames)("%s", (name) => {
  it("shows in AG-UI's messages and state what the fold shows", async () => {
    const { events } = await playTrace(name)
    const lastEnd = events.findLastIndex(({ _tag }) => _tag === "TurnEnded" || _tag === "TurnFailed")
    const seen = events.slice(0, lastEnd + 1).filter((event) => !isLate(event))
    const state = seen.reduce(foldSession, emptySession())
    const page = await readAll(events)
    expect(shownIn(page.messages)).toEqual(shownByFold(state))
    if (lastEnd < 0) return
    expect(page.state.plan ?? null).toEqual(state.plan)
    expect(page.state.usage ?? null).toEqual(state.usage)
    expect(page.state.availableCommands ?? null).toEqual(state.availableCommands)
    expect(page.state.currentModeId ?? null).toEqual(state.currentModeId)
    expect(page.state.permissions).toEqual({})
  })
})

describe("a page that comes back", () => {
  const traces: Array<ReadonlyArray<SessionEvent>> = []

  beforeAll(async () => {
    for (const name of traceNames) {
      const { events } = await playTrace(name)
      if (events.some(({ _tag }) => _tag === "TurnEnded")) traces.push(events)
    }
  }, 60_000)

  const cut = fc.noBias(fc.record({ trace: fc.nat(9_999), part: fc.nat(9_999), kept: fc.boolean() }))

  it("shows after 200 cuts what it would have shown without one, whether it kept its messages or not", async () => {
    await fc.assert(
      fc.asyncProperty(cut, async ({ trace, part, kept }) => {
        const events = traces[trace % traces.length] ?? []
        const start = events.findIndex(({ _tag }) => _tag === "TurnStarted")
        const end = events.findIndex(({ _tag }) => _tag === "TurnEnded" || _tag === "TurnFailed")
        const before = events.slice(0, start + 1 + Math.floor((part / 10_000) * (end - start)))
        const at = before.at(-1)
        if (at === undefined) throw new Error("the cut is before the turn")
        const [whole = []] = runsIn(await eventsOf(events))
        const state = before.reduce(foldSession, emptySession())
        const [resumed = []] = runsIn(await eventsOf(events, { from: { state, at } }))
        const uncut = await readRun(whole)
        const partial = kept ? await readAll(before) : undefined
        const page = await readRun(resumed, partial)
        expect(shownIn(page.messages)).toEqual(shownIn(uncut.messages))
        expect(page.state.plan).toEqual(uncut.state.plan)
        expect(page.state.permissions).toEqual(uncut.state.permissions)
        const ids = page.messages.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 200 }
    )
  }, 120_000)
})
