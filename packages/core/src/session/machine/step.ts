/** One step of the session machine: the next state, the events that it makes, the effects that it asks for. */
import type { EventBody } from "../event-body.ts"
import type { Effect } from "./effect.ts"
import type { SessionState } from "./state.ts"

/** The outcome of one input. */
export type Step = readonly [SessionState, ReadonlyArray<EventBody>, ReadonlyArray<Effect>]

const NONE: ReadonlyArray<never> = []

/** A step with the given events and effects. */
export const step = (
  state: SessionState,
  events: ReadonlyArray<EventBody> = NONE,
  effects: ReadonlyArray<Effect> = NONE
): Step => [state, events, effects]

/** A step, and another one after it. */
export const andThen = ([state, events, effects]: Step, next: (state: SessionState) => Step): Step => {
  const [after, moreEvents, moreEffects] = next(state)
  return [after, [...events, ...moreEvents], [...effects, ...moreEffects]]
}
