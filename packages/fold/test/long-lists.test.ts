/** Many open permission requests and many turns: every snapshot reads as a short one would, whatever was read before. */
import type { SessionEvent } from "@rxacp/core"
import { emptySession, foldSession, restoreSession, type SessionState } from "@rxacp/fold"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { asJson } from "./support/as-json.ts"

const stamp = { sessionId: "s1", epoch: 1, n: 1 }
const ask = (id: number | string): SessionEvent => ({
  ...stamp,
  _tag: "PermissionRequested",
  id,
  request: { sessionId: "s1", toolCall: { toolCallId: "t" }, options: [] }
})
const answer = (id: number | string): SessionEvent => ({
  ...stamp,
  _tag: "PermissionResolved",
  id,
  outcome: { outcome: "cancelled" },
  by: "cancel"
})
const start = (turn: number): SessionEvent => ({ ...stamp, _tag: "TurnStarted", turn, prompt: [] })
const end = (turn: number): SessionEvent => ({
  ...stamp,
  _tag: "TurnEnded",
  turn,
  stopReason: "end_turn",
  cancelRequested: false
})
const title = (title: string): SessionEvent => ({
  ...stamp,
  _tag: "Update",
  phase: "between",
  update: { sessionUpdate: "session_info_update", title }
})

/** What waits and which turns there are, by the plain rules. */
interface Model {
  readonly waiting: ReadonlyArray<{ readonly id: unknown; readonly turnEnded?: true }>
  readonly turns: ReadonlyArray<{ readonly turn: number; readonly ended: boolean }>
}

const modelled = (model: Model, event: SessionEvent): Model => {
  switch (event._tag) {
    case "PermissionRequested": {
      const { id } = event
      if (model.waiting.some((known) => known.id === id && !known.turnEnded)) return model
      return { ...model, waiting: [...model.waiting.filter((known) => known.id !== id), { id }] }
    }
    case "PermissionResolved":
      return { ...model, waiting: model.waiting.filter(({ id }) => id !== event.id) }
    case "TurnStarted":
      return { ...model, turns: [...model.turns, { turn: event.turn, ended: false }] }
    case "TurnEnded": {
      const place = model.turns.findLastIndex(({ turn }) => turn === event.turn)
      return {
        waiting: model.waiting.map(({ id }) => ({ id, turnEnded: true })),
        turns: place < 0 ? model.turns : model.turns.with(place, { turn: event.turn, ended: true })
      }
    }
    default:
      return model
  }
}

const modelOf = ({ pendingPermissions, turns }: SessionState): Model => ({
  waiting: pendingPermissions.map(({ id, turnEnded }) => (turnEnded ? { id, turnEnded } : { id })),
  turns: turns.map(({ turn, stopReason }) => ({ turn, ended: stopReason !== undefined }))
})

const event = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 60 }).map(ask) },
  { weight: 2, arbitrary: fc.nat({ max: 60 }).map(answer) },
  { weight: 3, arbitrary: fc.nat({ max: 60 }).map(start) },
  fc.nat({ max: 60 }).map(end),
  fc.constantFrom("a", "b").map(title)
)
/** Enough to pass the length from which lists are kept in their long form. */
const history = [
  ...Array.from({ length: 40 }, (_, id) => ask(`old${id}`)),
  ...Array.from({ length: 40 }, (_, turn) => start(turn))
]
const streams = fc.array(event, { maxLength: 60 })

const run = (from: SessionState, model: Model, stream: ReadonlyArray<SessionEvent>) => {
  const given: Array<{ readonly state: SessionState; readonly model: Model }> = [{ state: from, model }]
  for (const next of stream) {
    const last = given.at(-1)
    if (last) given.push({ state: foldSession(last.state, next), model: modelled(last.model, next) })
  }
  return given
}

describe("long lists of turns and open requests", () => {
  const empty: Model = { waiting: [], turns: [] }
  const past = run(emptySession(), empty, history).at(-1) ?? { state: emptySession(), model: empty }

  it("read the same in every snapshot, in any order of reading, and in forks", () => {
    fc.assert(
      fc.property(streams, streams, fc.array(fc.nat(), { maxLength: 20 }), (left, right, order) => {
        const forks = [...run(past.state, past.model, left), ...run(past.state, past.model, right)]
        for (const index of order) {
          const { state, model } = forks[index % forks.length] ?? past
          expect(modelOf(state)).toEqual(model)
        }
        for (const { state, model } of forks) expect(modelOf(state)).toEqual(model)
      })
    )
  })

  it("fold on alike from JSON and from a structured clone", () => {
    fc.assert(
      fc.property(streams, (stream) => {
        for (const copy of [restoreSession(asJson(past.state)), structuredClone(past.state)]) {
          for (const { state, model } of run(copy, past.model, stream)) expect(modelOf(state)).toEqual(model)
        }
      }),
      { numRuns: 20 }
    )
  })

  it("give the same reference when nothing changed", () => {
    expect(foldSession(past.state, answer("nobody"))).toBe(past.state)
    expect(foldSession(past.state, ask("old3"))).toBe(past.state)
    const ended = foldSession(past.state, end(39))
    expect(foldSession(ended, end(39))).toBe(ended)
  })

  it("are not copied for an event: a hundred thousand fold in one test", () => {
    let state = emptySession()
    for (let id = 0; id < 100_000; id += 1) state = foldSession(foldSession(state, ask(id)), title(String(id)))
    for (let turn = 0; turn < 100_000; turn += 1) state = foldSession(foldSession(state, start(turn)), end(turn))
    for (let id = 0; id < 99_999; id += 1) state = foldSession(state, answer(id))
    expect(state.pendingPermissions.map(({ id }) => id)).toEqual([99_999])
    expect(state.turns).toHaveLength(100_000)
  })
})
