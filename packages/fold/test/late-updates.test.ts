/** Which turn an update is put into, from the vectors that the phases of a session are held to as well. */
import type { SessionEvent, UpdatePhase } from "@rxacp/core"
import { emptySession, type FoldInput, foldSession, type SessionState } from "@rxacp/fold"
import { describe, expect, it } from "vitest"
import vectors from "../../../test/vectors/late-updates.vectors.json" with { type: "json" }

interface Step {
  readonly step?: string
  readonly update?: unknown
  readonly unknown?: string
  readonly phase?: UpdatePhase
  /** The place in the timeline of the entry that the update makes or changes; absent when it changes none. */
  readonly entry?: number
  /** The turn of that entry. */
  readonly turn?: number | null
}

const failure = { _tag: "ConnectionClosed", message: "closed", reason: "closed" }

/** The events that a step makes in a session. */
const eventsOf = (turns: { started: number; running: boolean }, step: string): ReadonlyArray<object> => {
  const turn = turns.started
  const ends = turns.running
  switch (step) {
    case "turnStarts":
      turns.started++
      turns.running = true
      return [{ _tag: "TurnStarted", turn: turns.started, prompt: [] }]
    case "turnEnds":
      turns.running = false
      // What is answered after it has failed makes no event.
      return ends ? [{ _tag: "TurnEnded", turn, stopReason: "end_turn", cancelRequested: false }] : []
    case "turnFails":
      turns.running = false
      return [{ _tag: "TurnFailed", turn, failure }]
    case "turnExpires":
      turns.running = false
      return [
        { _tag: "CancelRequested", turn },
        { _tag: "TurnFailed", turn, failure }
      ]
    case "turnIsCancelled":
      return [{ _tag: "CancelRequested", turn }]
    case "loadStarts":
      return [{ _tag: "LoadStarted" }]
    case "loadEnds":
      return [{ _tag: "LoadEnded", ok: true }]
    case "loadFails":
      return [{ _tag: "LoadEnded", ok: false, failure }]
    default:
      throw new Error(`no step ${step}`)
  }
}

/** The entries that differ between two states: their place and turn. */
const changedEntries = (before: SessionState, after: SessionState) =>
  [...after.timeline].flatMap((entry, at) =>
    entry === before.timeline.at(at) ? [] : [{ entry: at, turn: entry.turn }]
  )

const play = (steps: ReadonlyArray<Step>, stamped: boolean): void => {
  const turns = { started: 0, running: false }
  let state = emptySession()
  const stamp = { sessionId: "s", epoch: 1, n: 1 }
  for (const { step, update, unknown, phase, entry, turn } of steps) {
    if (step !== undefined) {
      for (const event of eventsOf(turns, step)) state = foldSession(state, { ...stamp, ...event } as SessionEvent)
      continue
    }
    const event =
      unknown === undefined ? { _tag: "Update", update } : { _tag: "UnknownUpdate", sessionUpdate: unknown, raw: {} }
    const next = foldSession(state, { ...stamp, ...event, ...(stamped && { phase }) } as FoldInput)
    expect([update, changedEntries(state, next)]).toEqual([update, entry === undefined ? [] : [{ entry, turn }]])
    state = next
  }
}

describe("the turn that an update is put into", () => {
  it.each(vectors.vectors)("$name", ({ steps }) => play(steps as ReadonlyArray<Step>, true))
})

describe("the turn that an update without a phase is put into", () => {
  it.each(vectors.vectors)("$name", ({ steps }) => play(steps as ReadonlyArray<Step>, false))
})
