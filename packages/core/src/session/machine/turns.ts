/** A turn: from its prompt to its answer, or to the failure that ends it earlier. */
import { failureFromJson, RequestFailed, type RxacpFailure } from "../../failures.ts"
import { decodeResult } from "../../schema/codec/decode-method.ts"
import { RpcErrorCode } from "../../wire/messages/error-codes.ts"
import type { Outcome } from "../../wire/messages/outcome.ts"
import type { SessionDecision } from "../decision.ts"
import type { EventBody } from "../event-body.ts"
import { cancel, cancelTurn } from "./cancelling.ts"
import type { Effect } from "./effect.ts"
import type { Deadline, Fact } from "./input.ts"
import { free } from "./occupying.ts"
import type { PassedCap, SessionState, Turn } from "./state.ts"
import { andThen, type Step, step } from "./step.ts"

type Decided<Type> = Extract<SessionDecision, { readonly type: Type }>

const TURN_CLOCKS: Effect = { type: "stop", clocks: ["turn", "idle", "cancel"] }

/** The prompt is recorded: the turn begins, and the prompt is written. */
export const turnStarted = (state: SessionState, { requestId, turn, prompt }: Decided<"turnStarted">): Step => {
  const { runs } = state
  const cancelled = runs?.kind === "turn" && runs.requestId === requestId ? runs.cancel : "no"
  return step(
    { ...state, turn, runs: { kind: "turn", requestId, turn, stage: "started", cancel: cancelled } },
    [{ _tag: "TurnStarted", turn, prompt }],
    [{ type: "send", requestId }]
  )
}

/** The prompt is written: its clocks start, and a cancel that was wanted before is sent. */
export const turnWritten = (state: SessionState, runs: Turn): Step => {
  const wanted = runs.cancel === "wanted"
  const written: SessionState = { ...state, runs: { ...runs, stage: "written", cancel: "no" } }
  const clocks: ReadonlyArray<Effect> = [
    { type: "start", clock: "turn" },
    { type: "start", clock: "idle" }
  ]
  return wanted ? andThen(step(written, [], clocks), cancelTurn) : step(written, [], clocks)
}

/** The turn is to fail for a reason on our side, once. */
export const failTurn = (state: SessionState, runs: Turn, failure: RxacpFailure): Step => {
  if (runs.stage === "over" || runs.failing !== undefined) return step(state)
  const { sessionId } = state
  const decision: SessionDecision = { type: "turnFailed", sessionId, turn: runs.turn, failure: failure.toJSON() }
  return step({ ...state, runs: { ...runs, failing: failure } }, [], [{ type: "record", decision }])
}

/** A clock of the turn ran down: the turn fails, and an agent that is still at work is asked to stop. */
export const turnExpired = (state: SessionState, runs: Turn, clock: Deadline, failure: RxacpFailure): Step => {
  if (clock !== "cancel") {
    if (runs.stage === "over" || runs.failing !== undefined) return step(state)
    const stopped = step(state, [], [{ type: "stop", clocks: ["turn", "idle"] }])
    return andThen(andThen(stopped, cancel), (next) => failTurn(next, (next.runs ?? runs) as Turn, failure))
  }
  const forgotten: ReadonlyArray<Effect> = [TURN_CLOCKS, { type: "forget", requestId: runs.requestId }]
  if (runs.stage === "over") return andThen(step(state, [], forgotten), free)
  return andThen(step(state, [], forgotten), (next) => failTurn(next, runs, failure))
}

/** The failure is recorded: the turn ends. As long as the agent owes its answer, the session stays occupied. */
export const turnFailed = (state: SessionState, { turn, failure: json }: Decided<"turnFailed">): Step => {
  const { runs } = state
  if (runs?.kind !== "turn" || runs.turn !== turn || runs.stage === "over") return step(state)
  const failure = runs.failing ?? failureFromJson(json)
  const gaveUp = failure._tag === "RequestTimedOut" && failure.waitedFor === "cancel"
  const owed = runs.stage === "written" && !gaveUp
  const { requestId } = runs
  const { failing: _, ...rest } = runs
  const over: SessionState = { ...state, past: "ended", runs: { ...rest, stage: "over" } }
  const ended = step(over, [{ _tag: "TurnFailed", turn, failure }], [{ type: "finish", requestId, failure }])
  return owed ? ended : andThen(step(over, ended[1], [TURN_CLOCKS, ...ended[2]]), free)
}

/** The agent answered the prompt. */
export const turnAnswered = (
  state: SessionState,
  { requestId, outcome, seq }: Extract<Fact, { readonly type: "answered" }>
): Step => {
  const { runs } = state
  if (runs?.kind !== "turn" || runs.requestId !== requestId) return step(state)
  if (runs.stage === "over") return andThen(step(state, [], [TURN_CLOCKS]), free)
  const { event, failure } = endOf(runs, outcome)
  return andThen(
    step({ ...state, past: "ended" }, [{ ...event, seq }], [TURN_CLOCKS, { type: "finish", requestId, failure }]),
    free
  )
}

/**
 * The end of a turn. After a cancel the error -32800 ends it as `cancelled`, since some agents answer so; a stop reason
 * that is not known is kept; what is not a valid result is `InvalidResult`.
 */
const endOf = (runs: Turn, outcome: Outcome): { readonly event: EventBody; readonly failure?: RxacpFailure } => {
  const { turn } = runs
  const cancelRequested = runs.cancel === "sent"
  const failed = (failure: RxacpFailure) => ({ event: { _tag: "TurnFailed", turn, failure } as const, failure })
  if ("failure" in outcome) {
    const { failure } = outcome
    return cancelRequested && failure instanceof RequestFailed && failure.code === RpcErrorCode.RequestCancelled
      ? { event: { _tag: "TurnEnded", turn, stopReason: "cancelled", cancelRequested } }
      : failed(failure)
  }
  const decoded = decodeResult("session/prompt", outcome.result)
  if (decoded._tag === "Failure") return failed(decoded.failure)
  const { value } = decoded.success
  const usage = value.usage ?? undefined
  const event: EventBody = { _tag: "TurnEnded", turn, stopReason: value.stopReason, cancelRequested }
  return { event: usage === undefined ? event : { ...event, usage } }
}

/** A cap is recorded as passed: its event, and a cancel of the turn. */
export const overflowed = (state: SessionState, { limit, max, seq }: PassedCap): Step =>
  andThen(step(state, [{ _tag: "Overflow", limit, max, seq }]), cancel)
