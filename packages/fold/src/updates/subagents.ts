/** The fold of subagents that have sessions of their own (unstable: `subagent_update`). */
import { boundedAt } from "../state/bounded.ts"
import { changed } from "../state/change-state.ts"
import type { ChildSession } from "../state/child-session.ts"
import { isObject, isText } from "../state/json.ts"
import { sameJson } from "../state/same-json.ts"
import type { SessionState } from "../state/session-state.ts"
import { mergedMeta, parentIn } from "./meta.ts"
import type { UpdateReducer } from "./reducer.ts"
import type { SubagentUpdate, WorkState } from "./unstable-update.ts"

const UNSAID: Omit<ChildSession, "sessionId"> = {
  title: null,
  description: null,
  state: null,
  cwd: null,
  capabilities: null,
  additionalDirectories: null
}

/** Absent, or not readable: as it was. null clears. */
const patch = <T>(known: T | null, given: T | null | undefined, isReadable: (given: T) => boolean): T | null =>
  given === null ? null : given !== undefined && isReadable(given) && !sameJson(known, given) ? given : known

const isWork = (work: WorkState): boolean => isObject(work) && isText(work.state)

/** Changes the child session with this id, or adds it. */
export const updateSubagent: UpdateReducer<SubagentUpdate> = (state, update): SessionState => {
  if (!isText(update.sessionId)) return state
  const place = state.childSessions.findIndex(({ sessionId }) => sessionId === update.sessionId)
  const known = state.childSessions[place] ?? { sessionId: update.sessionId, ...UNSAID }
  const meta = mergedMeta(known._meta, update._meta)
  const parent = parentIn(meta)
  const next: ChildSession = {
    sessionId: known.sessionId,
    title: patch(known.title, update.title, isText),
    description: patch(known.description, update.description, isText),
    state: patch(known.state, update.state, isWork),
    cwd: patch(known.cwd, update.cwd, isText),
    capabilities: patch(known.capabilities, update.capabilities, isObject),
    additionalDirectories: patch(known.additionalDirectories, update.additionalDirectories, Array.isArray),
    ...(parent !== undefined && { parent }),
    ...(meta !== undefined && { _meta: meta })
  }
  if (place < 0) {
    const grown = changed(state, { childSessions: [...state.childSessions, next] })
    return boundedAt(grown, "childSessions", ({ sessionId }) => sessionId)
  }
  return sameJson(known, next) ? state : changed(state, { childSessions: state.childSessions.with(place, next) })
}
