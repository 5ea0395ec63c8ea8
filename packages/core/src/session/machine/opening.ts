/** Setting a session up: the answers to new, load and resume, and what they say there is to choose from. */
import { failureFromJson, type RxacpFailure } from "../../failures.ts"
import { decodeResult } from "../../schema/codec/decode-method.ts"
import type { SessionDecision } from "../decision.ts"
import type { EventBody } from "../event-body.ts"
import { sessionAnswer } from "../session-answer.ts"
import type { SessionAnswer } from "../session-event.ts"
import type { Effect } from "./effect.ts"
import type { Fact } from "./input.ts"
import { free } from "./occupying.ts"
import type { Load, Offer, SessionState } from "./state.ts"
import { andThen, type Step, step } from "./step.ts"

type Answered = Extract<Fact, { readonly type: "answered" }>
type Choices = Pick<SessionAnswer, "modes" | "configOptions">

const QUIET_CLOCK: Effect = { type: "stop", clocks: ["quiet"] }
const REQUEST_CLOCK: Effect = { type: "stop", clocks: ["request"] }

/** `session/new` was answered; what it does not name the agent does not have. */
export const created = (state: SessionState, { answer, seq }: Extract<Fact, { readonly type: "created" }>): Step =>
  step({ ...state, offers: offersAfter(state, answer, "none") }, [{ _tag: "SessionOpened", ...opened(answer), seq }])

/** `session/resume` was answered, whether or not it is still waited for. */
export const resumed = (state: SessionState, { requestId, outcome, seq }: Answered): Step => {
  const mine = state.runs?.kind === "resume" && state.runs.requestId === requestId
  const end = (before: Step, failure?: RxacpFailure): Step =>
    mine ? andThen(step(before[0], before[1], [REQUEST_CLOCK, { type: "finish", requestId, failure }]), free) : before
  if ("failure" in outcome) return end(step(state), outcome.failure)
  const decoded = decodeResult("session/resume", outcome.result ?? {})
  if (decoded._tag === "Failure") return end(step(state), decoded.failure)
  const answer = sessionAnswer(outcome.result, decoded.success)
  const offers = offersAfter(state, answer, "unknown")
  return end(step({ ...state, offers }, [{ _tag: "SessionOpened", ...opened(answer), seq }]))
}

/** The load is recorded: what comes from now on is a replay, and the call is written. */
export const loadStarted = (
  state: SessionState,
  { requestId, quiet = false }: Extract<SessionDecision, { readonly type: "loadStarted" }>
): Step => {
  const { runs } = state
  const left = runs?.kind === "load" && runs.requestId === requestId && runs.left
  return step(
    { ...state, past: "fresh", runs: { kind: "load", requestId, stage: "started", quiet, left } },
    [{ _tag: "LoadStarted" }],
    [{ type: "send", requestId }]
  )
}

/** The load is written; a reader that left before that asks now to cancel it. */
export const loadWritten = (state: SessionState, runs: Load): Step =>
  step({ ...state, runs: { ...runs, stage: "written" } }, [], runs.left ? [askToCancel(runs)] : [])

/** The reader of a load leaves; what still comes is a replay all the same. */
export const loadLeft = (state: SessionState, runs: Load): Step => {
  if (runs.left) return step(state)
  return step({ ...state, runs: { ...runs, left: true } }, [], runs.stage === "written" ? [askToCancel(runs)] : [])
}

const askToCancel = ({ requestId }: Load): Effect => ({ type: "askToCancel", requestId })

/** The agent answered the load; with `quiet` its history may still be on the way. */
export const loadAnswered = (state: SessionState, { requestId, outcome, seq }: Answered): Step => {
  const { runs } = state
  if (runs?.kind !== "load" || runs.requestId !== requestId || runs.stage === "answered") return step(state)
  if ("failure" in outcome) return endLoad(state, runs, { ok: false, failure: outcome.failure, seq })
  const decoded = decodeResult("session/load", outcome.result)
  if (decoded._tag === "Failure") return endLoad(state, runs, { ok: false, failure: decoded.failure, seq })
  const answer = sessionAnswer(outcome.result, decoded.success)
  if (!runs.quiet) return endLoad(state, runs, { ok: true, answer, seq })
  return step({ ...state, runs: { ...runs, stage: "answered", answer } }, [], [{ type: "start", clock: "quiet" }])
}

/** The history has been quiet for long enough: that is recorded. */
export const loadQuiet = (state: SessionState, runs: Load): Step =>
  runs.stage === "answered"
    ? step(state, [], [{ type: "record", decision: { type: "loadSettled", sessionId: state.sessionId } }])
    : step(state)

/** The quiet is recorded: the load ends with the answer that came before. */
export const loadSettled = (state: SessionState): Step => {
  const { runs } = state
  if (runs?.kind !== "load" || runs.answer === undefined) return step(state)
  return endLoad(state, runs, { ok: true, answer: runs.answer })
}

/** The load could not be written: that is recorded. */
export const failLoad = (state: SessionState, runs: Load, failure: RxacpFailure): Step => {
  const decision: SessionDecision = { type: "loadFailed", sessionId: state.sessionId, failure: failure.toJSON() }
  return step({ ...state, runs: { ...runs, failing: failure } }, [], [{ type: "record", decision }])
}

/** The failure is recorded: the load ends. */
export const loadFailed = (
  state: SessionState,
  { failure }: Extract<SessionDecision, { readonly type: "loadFailed" }>
): Step => {
  const { runs } = state
  if (runs?.kind !== "load") return step(state)
  return endLoad(state, runs, { ok: false, failure: runs.failing ?? failureFromJson(failure) })
}

type LoadEnd = { readonly seq?: number | undefined } & (
  | { readonly ok: true; readonly answer: SessionAnswer }
  | { readonly ok: false; readonly failure: RxacpFailure }
)

const endLoad = (state: SessionState, { requestId }: Load, end: LoadEnd): Step => {
  const offers = end.ok ? offersAfter(state, end.answer, "unknown") : state.offers
  const event: EventBody = end.ok
    ? { _tag: "LoadEnded", ok: true, ...opened(end.answer), seq: end.seq }
    : { _tag: "LoadEnded", ok: false, failure: end.failure, seq: end.seq }
  const failure = end.ok ? undefined : end.failure
  const ended = step(
    { ...state, past: "fresh", offers },
    [event],
    [QUIET_CLOCK, { type: "finish", requestId, failure }]
  )
  return andThen(ended, free)
}

/** An absent or null field says nothing; in the answer to `session/new` it says that there is nothing. */
const offersAfter = ({ offers }: SessionState, answer: Choices, absent: Offer): SessionState["offers"] => {
  const offer = (what: keyof Choices): Offer => {
    if (answer[what] !== undefined && answer[what] !== null) return "some"
    return absent === "unknown" ? offers[what] : absent
  }
  return { modes: offer("modes"), configOptions: offer("configOptions") }
}

const opened = (answer: SessionAnswer): Choices & { readonly answer: SessionAnswer } => {
  const { modes, configOptions } = answer
  return {
    ...(modes === undefined ? {} : { modes }),
    ...(configOptions === undefined ? {} : { configOptions }),
    answer
  }
}
