/**
 * The rules of a session, all of them and each once: `(state, input) -> [state, events, effects]`. It is pure: a live
 * connection does the effects and feeds back what comes of them; the replay of a journal feeds the facts and drops the
 * effects, and has the same events. Updates, the one input that comes by the thousand, go past it (`UpdateBook`).
 */

import type { RxacpFailure } from "../../failures.ts"
import type { RpcId } from "../../wire/messages/message.ts"
import type { SessionDecision } from "../decision.ts"
import type { EventBody } from "../event-body.ts"
import { CANCELLED, cancel, cancelDecided } from "./cancelling.ts"
import type { Effect } from "./effect.ts"
import type { Deadline, Input } from "./input.ts"
import { ask, free } from "./occupying.ts"
import {
  created,
  failLoad,
  loadAnswered,
  loadFailed,
  loadLeft,
  loadQuiet,
  loadSettled,
  loadStarted,
  loadWritten,
  resumed
} from "./opening.ts"
import { permissionAnswered, permissionDecided, permissionRequested, requestClosed, requestOpened } from "./requests.ts"
import type { SessionState } from "./state.ts"
import { andThen, type Step, step } from "./step.ts"
import { failTurn, overflowed, turnAnswered, turnExpired, turnFailed, turnStarted, turnWritten } from "./turns.ts"

/** The next state of a session, the events that the input makes, and the effects that it asks for. */
export const transition = (state: SessionState, input: Input): Step => {
  switch (input.type) {
    case "promptAsked":
    case "loadAsked":
    case "resumeAsked":
      return ask(state, input)
  }
  if (state.over !== undefined) return step(state)
  switch (input.type) {
    case "written":
      return written(state, input.requestId)
    case "notWritten":
      return notWritten(state, input.requestId, input.failure)
    case "readerLeft":
      return readerLeft(state, input.requestId)
    case "cancelAsked":
      return cancel(state)
    case "expired":
      return expired(state, input.clock, input.failure)
    case "quietened":
      return state.runs?.kind === "load" ? loadQuiet(state, state.runs) : step(state)
    case "capPassed":
      return step(
        state,
        [],
        [{ type: "record", decision: { type: "overflow", sessionId: state.sessionId, ...input.cap } }]
      )
    case "decided":
      return decided(state, input.decision)
    case "permissionRequested":
      return permissionRequested(state, input)
    case "permissionAnswered":
      return permissionAnswered(state, input)
    case "requestOpened":
      return requestOpened(state, input)
    case "requestClosed":
      return requestClosed(state, input)
    case "answered":
      if (input.method === "session/prompt") return turnAnswered(state, input)
      return input.method === "session/load" ? loadAnswered(state, input) : resumed(state, input)
    case "created":
      return created(state, input)
    case "modeSet":
      return step(state, [{ _tag: "ModeSet", modeId: input.modeId, seq: input.seq }])
    case "configOptionsSet":
      return step(offering(state, "configOptions"), [
        { _tag: "ConfigOptionsSet", configOptions: input.configOptions, seq: input.seq }
      ])
    case "offered":
      return step(offering(state, input.what))
    case "ended":
      return end(state, input.failure)
  }
}

const decided = (state: SessionState, decision: SessionDecision): Step => {
  switch (decision.type) {
    case "turnStarted":
      return turnStarted(state, decision)
    case "loadStarted":
      return loadStarted(state, decision)
    case "loadSettled":
      return loadSettled(state)
    case "permissionResolved":
      return permissionDecided(state, decision)
    case "cancelRequested":
      return cancelDecided(state)
    case "overflow":
      return overflowed(state, decision)
    case "turnFailed":
      return turnFailed(state, decision)
    case "loadFailed":
      return loadFailed(state, decision)
    case "sessionForgotten":
      return step(state)
  }
}

const offering = (state: SessionState, what: "modes" | "configOptions"): SessionState =>
  state.offers[what] === "some" ? state : { ...state, offers: { ...state.offers, [what]: "some" } }

const written = (state: SessionState, requestId: RpcId): Step => {
  const { runs } = state
  if (runs?.requestId !== requestId || runs.kind === "resume" || runs.stage !== "started") return step(state)
  return runs.kind === "turn" ? turnWritten(state, runs) : loadWritten(state, runs)
}

const notWritten = (state: SessionState, requestId: RpcId, failure: RxacpFailure): Step => {
  const { runs } = state
  if (runs?.requestId !== requestId) return step(state)
  if (runs.kind === "turn") return failTurn(state, runs, failure)
  if (runs.kind === "load") return failLoad(state, runs, failure)
  return andThen(
    step(
      state,
      [],
      [
        { type: "stop", clocks: ["request"] },
        { type: "finish", requestId, failure }
      ]
    ),
    free
  )
}

const readerLeft = (state: SessionState, requestId: RpcId): Step => {
  const { runs, waiting } = state
  if (runs?.requestId !== requestId) {
    const left = waiting.filter((asked) => asked.requestId !== requestId)
    if (left.length === waiting.length) return step(state)
    return step({ ...state, waiting: left }, [], [{ type: "finish", requestId }])
  }
  if (runs.kind === "turn") return runs.stage === "over" ? step(state) : cancel(state)
  if (runs.kind === "load") return loadLeft(state, runs)
  const left: ReadonlyArray<Effect> = [
    { type: "stop", clocks: ["request"] },
    { type: "askToCancel", requestId },
    { type: "finish", requestId }
  ]
  return andThen(step(state, [], left), free)
}

const expired = (state: SessionState, clock: Deadline, failure: RxacpFailure): Step => {
  const { runs } = state
  if (runs?.kind === "turn") return turnExpired(state, runs, clock, failure)
  if (runs?.kind !== "resume") return step(state)
  const { requestId } = runs
  return andThen(
    step(
      state,
      [],
      [
        { type: "askToCancel", requestId },
        { type: "finish", requestId, failure }
      ]
    ),
    free
  )
}

/** Nothing more happens in the session: all that is open in it ends, each with its event. */
const end = (state: SessionState, failure: RxacpFailure): Step => {
  const { runs, requests, waiting } = state
  const events: Array<EventBody> = []
  const effects: Array<Effect> = [{ type: "stop", clocks: ["turn", "idle", "cancel", "quiet", "request"] }]
  for (const { id, kind } of requests.values()) {
    if (kind === "permission") {
      events.push({ _tag: "PermissionResolved", id, outcome: CANCELLED, by: "cancel" })
      effects.push({ type: "answer", id, outcome: CANCELLED })
    } else if (kind === "form") effects.push({ type: "withdraw", id })
  }
  if (runs?.kind === "turn" && runs.stage !== "asked" && runs.stage !== "over") {
    events.push({ _tag: "TurnFailed", turn: runs.turn, failure })
  } else if (runs?.kind === "load" && runs.stage !== "asked") events.push({ _tag: "LoadEnded", ok: false, failure })
  for (const { requestId } of runs === undefined ? waiting : [runs, ...waiting]) {
    effects.push({ type: "finish", requestId, failure })
  }
  const over: SessionState = { ...state, runs: undefined, waiting: [], requests: new Map(), over: failure }
  return step(over, events, [...effects, { type: "complete" }])
}
