/** A fold with a user's own reducers beside ours, for `_meta` and for updates that the protocol does not know. */
import { type FoldInput, foldSession, isOfOtherSession } from "./fold-session.ts"
import { changed } from "./state/change-state.ts"
import type { SessionState } from "./state/session-state.ts"

/**
 * A reducer of the user's. `value` is what it gave last, undefined at first and after a load started; `state` is what our
 * fold made of the same event. It must give the same value back when nothing changed for it, and never write to it.
 */
export type ExtensionReducer<Value> = (
  value: Value | undefined,
  event: FoldInput,
  state: SessionState
) => Value | undefined

/** The reducers that give these values. */
export type ExtensionReducers<Values extends object> = {
  readonly [Name in keyof Values]: ExtensionReducer<Values[Name]>
}

/**
 * `foldSession` with more reducers. Each sees every event of the session, also those that change nothing for ours, and
 * its value stands in `state.extensions` under its name. What it throws is the caller's to see.
 */
export const extendFold =
  <Values extends object>(reducers: ExtensionReducers<Values>) =>
  (state: SessionState<Values>, event: FoldInput): SessionState<Values> => {
    // Nothing else writes `extensions`, so they hold what these reducers gave.
    const next = foldSession(state, event) as SessionState<Values>
    if (isOfOtherSession(state, event)) return next
    let { extensions } = next
    for (const name in reducers) {
      const before = extensions?.[name]
      const value = reducers[name](before, event, next)
      if (!Object.is(value, before)) extensions = { ...extensions, [name]: value } as Partial<Values>
    }
    if (extensions === next.extensions) return next
    // The values have the types that the caller gave them; the copy is the same state otherwise.
    return changed(next, { extensions }) as SessionState<Values>
  }
