/** A page that comes back in the middle of a turn, with the parts that it kept: cuts at random places of real turns. */
import { toUIMessageStream } from "@rxacp/ai-sdk"
import type { SessionEvent } from "@rxacp/core"
import { emptySession, foldSession } from "@rxacp/fold"
import type { UIMessage } from "ai"
import fc from "fast-check"
import { from, lastValueFrom, toArray } from "rxjs"
import { beforeAll, describe, expect, it } from "vitest"
import { playTrace } from "../support/trace-player.ts"
import { traceNames } from "../support/traces.ts"
import { dataIn, readChunks, shownIn } from "../support/ui-messages.ts"

const traces = new Map<string, ReadonlyArray<SessionEvent>>()

beforeAll(async () => {
  for (const name of traceNames) {
    const { events } = await playTrace(name)
    if (events.some(({ _tag }) => _tag === "TurnEnded")) traces.set(name, events)
  }
}, 60_000)

const chunksOf = (events: ReadonlyArray<SessionEvent>, options: Parameters<typeof toUIMessageStream>[0] = {}) =>
  lastValueFrom(from(events).pipe(toUIMessageStream(options), toArray()))

/** A place inside the first turn of a trace: at least its start comes before, at least its end after. */
const placeInTurn = (events: ReadonlyArray<SessionEvent>, share: number): number => {
  const start = events.findIndex(({ _tag }) => _tag === "TurnStarted")
  const end = events.findIndex(({ _tag }) => _tag === "TurnEnded" || _tag === "TurnFailed")
  return start + 1 + Math.floor(share * (end - start))
}

const cut = fc.noBias(
  fc.record({
    trace: fc.nat(9_999),
    // Doubles would be nearly all close to zero.
    share: fc.nat(9_999).map((part) => part / 10_000),
    kept: fc.boolean()
  })
)

const split = (trace: number, share: number) => {
  const names = [...traces.keys()]
  const events = traces.get(names[trace % names.length] ?? "") ?? []
  const place = placeInTurn(events, share)
  const before = events.slice(0, place)
  const last = before.at(-1)
  if (last === undefined) throw new Error("the cut is before the turn")
  return {
    events,
    before,
    after: events.slice(place),
    snapshot: { state: before.reduce(foldSession, emptySession()), at: last }
  }
}

const textOf = (message: UIMessage | undefined): string =>
  (message?.parts ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join("")

describe("a page that comes back", () => {
  it("shows after 200 cuts what it would have shown without one, whether it kept the parts or not", async () => {
    await fc.assert(
      fc.asyncProperty(cut, async ({ trace, share, kept }) => {
        const { events, before, snapshot } = split(trace, share)
        const whole = await readChunks(await chunksOf(events))
        const [partial] = await readChunks(await chunksOf(before))
        // All events are sent again; those up to the snapshot are left out.
        const resumed = await readChunks(await chunksOf(events, { from: snapshot }), kept ? partial : undefined)
        expect(resumed.map(shownIn)).toEqual(whole.map(shownIn))
        expect(resumed.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
        const [first] = resumed
        const ids = first?.parts.flatMap((part) => (part.type === "dynamic-tool" ? [part.toolCallId] : [])) ?? []
        expect(new Set(ids).size).toBe(ids.length)
        for (const name of ["plan", "usage"]) {
          const expected = dataIn(whole[0] ?? { parts: [] }, name)
          if (expected !== undefined) expect(dataIn(first ?? { parts: [] }, name)).toEqual(expected)
        }
      }),
      { numRuns: 200 }
    )
  }, 120_000)

  it("would show text twice if the stream were played again over the parts it kept", async () => {
    let doubled = 0
    await fc.assert(
      fc.asyncProperty(cut, async ({ trace, share }) => {
        const { events, before } = split(trace, share)
        const [whole] = await readChunks(await chunksOf(events))
        const [partial] = await readChunks(await chunksOf(before))
        const [again] = await readChunks(await chunksOf(events), partial)
        if (textOf(partial) === "") return
        doubled += 1
        expect(textOf(again)).toBe(textOf(partial) + textOf(whole))
      }),
      { numRuns: 200 }
    )
    expect(doubled).toBeGreaterThan(50)
  }, 120_000)
})
