/** `backpressure` over a whole transport: whatever happens in whatever order, nothing is lost, moved or overtaken. */
import fc from "fast-check"
import { firstValueFrom, map, Subject, take, timer, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import slow from "../../../../test/cases/48-slow-subscriber.json" with { type: "json" }
import { backpressure } from "../../src/operators/backpressure.ts"
import { memoryPair, memoryTransport } from "../../src/transport/memory.ts"
import type { Line, Oversize } from "../../src/wire/lines/line.ts"

const textOf = (line: Line | Oversize): string => (line._tag === "Line" ? line.text : "")

const numbered = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `{"n":${from + index}}`).join("\n")

describe("for any order of arrivals, results and holds", () => {
  /** What happens next: lines arrive in one chunk, some work is done, or another holder holds or lets go. */
  const happening = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("arrive"), count: fc.integer({ min: 1, max: 6 }) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("finish"), count: fc.nat({ max: 7 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("hold", "release"), count: fc.constant(0) }) }
  )
  const options = fc
    .record({ concurrency: fc.integer({ min: 1, max: 3 }), lowWater: fc.nat(3), above: fc.integer({ min: 1, max: 3 }) })
    .map(({ above, ...rest }) => ({ ...rest, highWater: rest.lowWater + above }))

  it("loses and reorders nothing, and keeps to its limits", () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), options, (happenings, settings) => {
        const transport = memoryTransport()
        const all: Array<string> = []
        const started: Array<string> = []
        const results: Array<string> = []
        const inWork: Array<() => void> = []
        let most = 0
        let arrived = 0
        let release = () => {}
        transport.lines.subscribe((line) => all.push(textOf(line)))
        transport.lines
          .pipe(
            backpressure(
              transport.flow,
              (line) => {
                const text = textOf(line)
                started.push(text)
                // Every fifth result is there at once.
                if (started.length % 5 === 0) return text
                const done = new Subject<string>()
                inWork.push(() => {
                  done.next(text)
                  done.complete()
                })
                most = Math.max(most, inWork.length)
                return done
              },
              settings
            )
          )
          .subscribe((text) => results.push(text))

        const step = ({ kind, count }: { kind: string; count: number }) => {
          if (kind === "arrive") {
            transport.receive(numbered(count, arrived))
            arrived += count
          } else if (kind === "hold") {
            release()
            release = transport.flow.hold()
          } else if (kind === "release") release()
          else inWork.splice(count % (inWork.length || 1), 1)[0]?.()
          // Each line is one value, so not one more than the high water mark can wait.
          expect(all.length - started.length).toBeLessThanOrEqual(settings.highWater)
        }
        for (const happening of happenings) step(happening)
        release()
        while (inWork.length > 0) step({ kind: "finish", count: 0 })

        const expected = arrived === 0 ? [] : numbered(arrived).split("\n")
        expect({ all, started, results }).toEqual({ all: expected, started: expected, results: expected })
        expect(most).toBeLessThanOrEqual(settings.concurrency)
        expect(transport.flow.state).toEqual({ holders: 0, bytesWaiting: 0 })
      })
    )
  })

  it("shows every subscriber every line in order while others hold, write and are answered from inside", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { minLength: 1, maxLength: 30 }), options, async (behaviours, settings) => {
        const [client, agent] = memoryPair()
        const before: Array<string> = []
        const results: Array<string> = []
        let running = 0
        let most = 0
        const project = (line: string): string => {
          running += 1
          most = Math.max(most, running)
          const { n } = JSON.parse(line)
          if (behaviours[n] === 1) client.write(`{"ask":${n}}`)
          if (behaviours[n] === 2) setTimeout(client.flow.hold())
          if (behaviours[n] === 3) client.flow.hold()()
          running -= 1
          return line
        }
        // The agent answers each question at once.
        agent.lines.subscribe((line) => agent.write(`{"answer":${textOf(line)}}`))
        client.lines.subscribe((line) => before.push(textOf(line)))
        client.lines
          .pipe(map(textOf), backpressure(client.flow, project, settings))
          .subscribe((result) => results.push(result))
        const questions = behaviours.filter((behaviour) => behaviour === 1).length
        const last = firstValueFrom(client.lines.pipe(map(textOf), take(behaviours.length + questions), toArray()))
        for (let n = 0; n < behaviours.length; n++) agent.write(`{"n":${n}}`)
        expect(await last).toEqual(before)
        expect(results).toEqual(before)
        expect(before.filter((line) => line.includes('"n"'))).toEqual(numbered(behaviours.length).split("\n"))
        expect(most).toBe(1)
      }),
      { numRuns: 50 }
    )
  })
})

describe("a slow subscriber (case 48)", () => {
  it("a slow subscriber pauses the source, does not delay outgoing lines, and receives everything", async () => {
    const transport = memoryTransport()
    const { count, text } = slow.generate
    const chunk = (n: number) =>
      JSON.stringify({
        jsonrpc: "2.0",
        method: "session/update",
        params: {
          sessionId: "s1",
          update: { sessionUpdate: "agent_message_chunk", messageId: `${n}`, content: { type: "text", text } }
        }
      })
    let fast = 0
    let taken = 0
    let ahead = 0
    transport.updates.subscribe(() => {
      fast += 1
    })
    const done = transport.updates
      .pipe(
        backpressure(transport.flow, (update) => {
          ahead = Math.max(ahead, fast - taken)
          // A moment for most, so that the test is quick, and time for some.
          return taken % 100 === 0 ? timer(1).pipe(map(() => update)) : Promise.resolve(update)
        })
      )
      .forEach(() => {
        taken += 1
      })
    transport.receive(Array.from({ length: count }, (_, n) => chunk(n)).join("\n"))
    expect(transport.paused()).toBe(true)
    expect(taken).toBe(0)
    transport.write('{"jsonrpc":"2.0","id":1,"result":{}}')
    expect(transport.sent).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}'])
    transport.finish()
    await done
    expect({ fast, taken }).toEqual({ fast: count, taken: count })
    expect(ahead).toBeLessThanOrEqual(18)
  })
})
