/** What may run in a session, and what waits for it to be free. */
import { TurnInProgress } from "../../failures.ts"
import type { SessionDecision } from "../decision.ts"
import type { Asked } from "./asked.ts"
import type { Effect } from "./effect.ts"
import { drainingTurn, type SessionState } from "./state.ts"
import { type Step, step } from "./step.ts"

/** A prompt, load or resume is asked for: it begins, waits for a cancelled turn, or is refused. */
export const ask = (state: SessionState, asked: Asked): Step => {
  const { over, runs } = state
  if (over !== undefined) return refuse(state, asked, over)
  if (runs === undefined) return begin(state, asked)
  if (drainingTurn(state) !== undefined) return step({ ...state, waiting: [...state.waiting, asked] })
  return refuse(state, asked, inProgress(state))
}

/** Nothing runs any more: what waited first begins, and the rest finds the session occupied. */
export const free = (state: SessionState): Step => {
  const [next, ...rest] = state.waiting
  const idle: SessionState = { ...state, runs: undefined, waiting: [] }
  if (next === undefined) return step(idle)
  const [begun, events, effects] = begin(idle, next)
  const failure = inProgress(begun)
  const refused = rest.map(({ requestId }): Effect => ({ type: "finish", requestId, failure }))
  return step(begun, events, [...effects, ...refused])
}

const begin = (state: SessionState, asked: Asked): Step => {
  const { sessionId } = state
  const { requestId } = asked
  switch (asked.type) {
    case "promptAsked": {
      const turn = state.turn + 1
      const { prompt, limits } = asked
      const decision: SessionDecision = {
        type: "turnStarted",
        sessionId,
        turn,
        requestId,
        prompt,
        ...(limits === undefined ? {} : { limits })
      }
      return step(
        { ...state, runs: { kind: "turn", requestId, turn, stage: "asked", cancel: "no" } },
        [],
        [{ type: "record", decision }]
      )
    }
    case "loadAsked": {
      const { quiet } = asked
      const decision: SessionDecision = { type: "loadStarted", sessionId, requestId, ...(quiet ? { quiet } : {}) }
      return step(
        { ...state, runs: { kind: "load", requestId, stage: "asked", quiet, left: false } },
        [],
        [{ type: "record", decision }]
      )
    }
    case "resumeAsked":
      return step(
        { ...state, runs: { kind: "resume", requestId } },
        [],
        [
          { type: "send", requestId },
          { type: "start", clock: "request" }
        ]
      )
  }
}

const refuse = (state: SessionState, { requestId }: Asked, failure: NonNullable<SessionState["over"]>): Step =>
  step(state, [], [{ type: "finish", requestId, failure }])

const inProgress = ({ sessionId, turn, runs }: SessionState): TurnInProgress =>
  new TurnInProgress({ sessionId, turn: runs?.kind === "turn" ? runs.turn : turn + 1 })
