/** Recorded bytes fold to one and the same view, whatever chunks they come in. */
import { decodeMessages, memoryTransport, sessionUpdates, splitLines, type UpdateEvent } from "@rxacp/core"
import { emptySession, foldSession, restoreSession, type SessionState, serializeSession } from "@rxacp/fold"
import fc from "fast-check"
import { from, lastValueFrom, type OperatorFunction, pipe, scan, startWith, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { linesFrom, readTrace, traceNames } from "./support/traces.ts"

const toStates: OperatorFunction<UpdateEvent, SessionState> = scan(foldSession, emptySession())
const pipeline = pipe(splitLines(), decodeMessages(), sessionUpdates(), toStates, startWith(emptySession()))

/** The bytes between the places, in order; two equal places give an empty chunk. */
const cut = (bytes: Uint8Array, places: ReadonlyArray<number>): ReadonlyArray<Uint8Array> =>
  [0, ...places, bytes.length].map((start, index, all) => bytes.subarray(start, all[index + 1] ?? bytes.length))

const view = (state: SessionState | undefined) => serializeSession(state ?? emptySession())

const fold = async (chunks: Iterable<Uint8Array>) => view(await lastValueFrom(from(chunks).pipe(pipeline)))

const encoder = new TextEncoder()

describe.each(traceNames)("%s", (name) => {
  const lines = linesFrom("agent", readTrace(name))
  const bytes = encoder.encode(`${lines.join("\n")}\n`)
  const whole = fold([bytes])

  const places = (size: number) =>
    fc.array(fc.nat(size), { maxLength: 24 }).map((found) => found.sort((one, other) => one - other))

  it("law: any cutting of the bytes folds to the same view", async () => {
    await fc.assert(
      fc.asyncProperty(places(bytes.length), async (found) => {
        expect(await fold(cut(bytes, found))).toEqual(await whole)
      }),
      { numRuns: 25 }
    )
  })

  it("folds one byte at a time to the same view", async () => {
    expect(await fold(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(await whole)
  })

  it("law: line ends and the last line's missing one change nothing, wherever they are cut", async () => {
    const size = bytes.length + lines.length
    await fc.assert(
      fc.asyncProperty(places(size), fc.constantFrom("\n", "\r\n"), fc.boolean(), async (found, end, ended) => {
        const written = encoder.encode(lines.join(end) + (ended ? end : ""))
        const within = found.map((place) => Math.min(place, written.length))
        expect(await fold(cut(written, within))).toEqual(await whole)
      }),
      { numRuns: 10 }
    )
  })

  it("law: a transport delivers the same view, cut anywhere and held in between", async () => {
    await fc.assert(
      fc.asyncProperty(places(bytes.length), fc.array(fc.boolean()), async (found, holds) => {
        const transport = memoryTransport()
        const last = lastValueFrom(transport.updates.pipe(toStates, startWith(emptySession())))
        const releases = cut(bytes, found).map((chunk, index) => {
          const release = holds[index] ? transport.flow.hold() : () => {}
          transport.receive(chunk)
          return release
        })
        transport.finish()
        for (const release of releases) release()
        expect(view(await last)).toEqual(await whole)
      }),
      { numRuns: 15 }
    )
  })

  it("folds on from a snapshot that was stored as JSON", async () => {
    const updates = await lastValueFrom(from([bytes]).pipe(splitLines(), decodeMessages(), sessionUpdates(), toArray()))
    const half = updates.length >> 1
    const stored = JSON.stringify(view(updates.slice(0, half).reduce(foldSession, emptySession())))
    expect(view(updates.slice(half).reduce(foldSession, restoreSession(stored)))).toEqual(await whole)
  })
})
