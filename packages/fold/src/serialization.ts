/** A session's state as plain JSON, and back. */
import type { RpcId } from "@rxacp/core"
import type { TimelineEntry } from "./state/entries.ts"
import { emptySession, type SessionState } from "./state/session-state.ts"
import { revivedTimeline, timelineFrom } from "./state/timeline.ts"
import type { PendingPermission } from "./state/turn-state.ts"

/** A request id in JSON, which knows no integers past 2^53. */
type SerializedId = Exclude<RpcId, bigint> | { readonly bigint: string }

/** The fields of a state under their own names, with the timeline as a plain array, and the version of this form. */
export type SerializedSession = Omit<SessionState, "timeline" | "pendingPermissions" | "long"> & {
  readonly version: 1
  readonly timeline: ReadonlyArray<TimelineEntry>
  readonly pendingPermissions: ReadonlyArray<Omit<PendingPermission, "id"> & { readonly id: SerializedId }>
}

/** The state as plain JSON, fit for `JSON.stringify`, a file or a database. What `extendFold` added is in it too. */
export const serializeSession = (state: SessionState): SerializedSession => {
  const { long: _, ...fields } = state
  return {
    ...fields,
    version: 1,
    timeline: revivedTimeline(state.timeline).toJSON(),
    terminals: state.terminals.map((terminal) => ({ ...terminal })),
    pendingPermissions: state.pendingPermissions.map(({ id, ...pending }) => ({
      id: typeof id === "bigint" ? { bigint: String(id) } : id,
      ...pending
    }))
  }
}

/**
 * The state that was serialised, from the plain value or from its text; folding goes on from it as from the original.
 * Throws a `TypeError` for another version of the form, and a `SyntaxError` for text that is not JSON.
 */
export const restoreSession = (json: SerializedSession | string): SessionState => {
  const { version, ...state }: SerializedSession = typeof json === "string" ? JSON.parse(json) : json
  if (version !== 1) throw new TypeError(`unknown session version ${String(version)}`)
  return {
    // What an older version did not write is as in an empty session.
    ...emptySession(),
    ...state,
    timeline: timelineFrom(state.timeline),
    pendingPermissions: state.pendingPermissions.map(({ id, ...pending }) => ({
      id: typeof id === "object" && id !== null ? BigInt(id.bigint) : id,
      ...pending
    })),
    long: null
  }
}
