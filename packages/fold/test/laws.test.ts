/** Laws that hold for every stream of events. */
import type { SessionUpdate } from "@rxacp/core"
import {
  emptySession,
  type FoldInput,
  foldSession,
  messages,
  messageText,
  restoreSession,
  type SessionState
} from "@rxacp/fold"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { asJson } from "./support/as-json.ts"
import { deepFreeze } from "./support/deep-freeze.ts"
import { events, update } from "./support/event-streams.ts"

/** The states after each event, the first of them the start. */
const statesFrom = (start: SessionState, inputs: ReadonlyArray<FoldInput>): ReadonlyArray<SessionState> => {
  const states = [start]
  for (const input of inputs) states.push(deepFreeze(foldSession(states.at(-1) ?? start, deepFreeze(input))))
  return states
}

const statesOf = (inputs: ReadonlyArray<FoldInput>) => statesFrom(deepFreeze(emptySession()), inputs)
const lastOf = (inputs: ReadonlyArray<FoldInput>) => statesOf(inputs).at(-1) ?? emptySession()
const texts = (state: SessionState) =>
  messages(state).map((message) => [message.role, message.messageId, messageText(message)])

describe("for every stream of events", () => {
  it("a state never changes after it was given", () => {
    fc.assert(
      fc.property(events, (stream) => {
        let state = emptySession()
        const given = stream.map((event) => {
          state = foldSession(state, event)
          return { state, json: asJson(state) }
        })
        for (const { state, json } of given) expect(asJson(state)).toEqual(json)
      })
    )
  })

  it("nothing changed gives the same reference, and entries that did not change keep theirs", () => {
    fc.assert(
      fc.property(events, (stream) => {
        const states = statesOf(stream)
        states.slice(1).forEach((next, index) => {
          const state = states[index] ?? next
          expect(next === state).toBe(JSON.stringify(asJson(next)) === JSON.stringify(asJson(state)))
          const before = [...state.timeline]
          for (const [place, entry] of [...next.timeline].entries()) {
            const old = before[place]
            if (JSON.stringify(entry) === JSON.stringify(old)) expect(entry).toBe(old)
          }
        })
      })
    )
  })

  it("keys are unique, stay with their entries, and are the same for the same input", () => {
    fc.assert(
      fc.property(events, (stream) => {
        const keysOf = (state: SessionState) => [...state.timeline].map(({ key }) => key)
        const keys = statesOf(stream).map(keysOf)
        for (const [index, now] of keys.entries()) {
          expect(new Set(now).size).toBe(now.length)
          const isReset = index > 0 && stream[index - 1]?._tag === "LoadStarted"
          const before = isReset ? [] : (keys[index - 1] ?? [])
          expect(now.slice(0, before.length)).toEqual(before)
        }
        expect(statesOf(stream).map(keysOf)).toEqual(keys)
      })
    )
  })

  it("two forks of one state never see each other", () => {
    fc.assert(
      fc.property(events, events, events, (past, left, right) => {
        const start = lastOf(past)
        const alone = (stream: ReadonlyArray<FoldInput>) =>
          statesFrom(restoreSession(asJson(start)), stream).map(asJson)
        const [wantLeft, wantRight] = [alone(left), alone(right)]
        const forks = { left: [start], right: [start] }
        for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
          for (const [fork, stream] of [
            [forks.left, left],
            [forks.right, right]
          ] as const) {
            const event = stream[place]
            const state = fork.at(-1)
            if (event && state) fork.push(foldSession(state, event))
          }
        }
        expect(forks.left.map(asJson)).toEqual(wantLeft)
        expect(forks.right.map(asJson)).toEqual(wantRight)
      }),
      { numRuns: 60 }
    )
  })

  it("a restored state folds on to the same states", () => {
    fc.assert(
      fc.property(events, events, (past, future) => {
        const start = lastOf(past)
        const restored = restoreSession(asJson(start))
        expect(restored).toEqual(start)
        expect(statesFrom(restored, future).map(asJson)).toEqual(statesFrom(start, future).map(asJson))
      })
    )
  })
})

describe("for every stream of updates", () => {
  const updates = fc.array(update, { maxLength: 60 })

  it("a text chunk may be split anywhere", () => {
    const split = (input: SessionUpdate, at: number): ReadonlyArray<SessionUpdate> => {
      if (!("content" in input) || Array.isArray(input.content)) return [input]
      const content = input.content as { readonly type?: string; readonly text?: string }
      const { text } = content
      if (content.type !== "text" || text === undefined) return [input]
      const cut = at % (text.length + 1)
      const part = (text: string) => ({ ...input, content: { ...content, text } }) as SessionUpdate
      return [part(text.slice(0, cut)), part(text.slice(cut))]
    }
    fc.assert(
      fc.property(updates, fc.nat({ max: 6 }), (stream, at) => {
        const whole = lastOf(stream)
        const pieces = lastOf(stream.flatMap((input) => split(input, at)))
        expect(texts(pieces)).toEqual(texts(whole))
      })
    )
  })

  it("a turn that is replayed gives the entries it gave live", () => {
    const stamp = { sessionId: "s1", epoch: 1, n: 1 }
    const inPhase = (stream: ReadonlyArray<SessionUpdate>, phase: "turn" | "replay"): ReadonlyArray<FoldInput> =>
      stream.map((update) => ({ ...stamp, _tag: "Update", update, phase }))
    const entries = (state: SessionState) => [...state.timeline].map((entry) => ({ ...entry, turn: null }))
    fc.assert(
      fc.property(updates, (stream) => {
        const live = lastOf([{ ...stamp, _tag: "TurnStarted", turn: 1, prompt: [] }, ...inPhase(stream, "turn")])
        const replayed = lastOf([{ ...stamp, _tag: "LoadStarted" }, ...inPhase(stream, "replay")])
        expect(entries(replayed)).toEqual(entries(live))
      })
    )
  })

  it("an update folds the same bare and inside an event", () => {
    fc.assert(
      fc.property(updates, (stream) => {
        const wrapped = stream.map((update, seq): FoldInput => ({ _tag: "Update", sessionId: "s1", update, seq }))
        expect(asJson(lastOf(wrapped))).toEqual(asJson(lastOf(stream)))
      })
    )
  })
})
