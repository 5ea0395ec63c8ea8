/** What an agent did that the protocol does not foresee. The fold applies it all the same, and keeps a note. */

import type { Anomaly } from "./anomaly.ts"
import { changed } from "./change-state.ts"
import type { SessionState } from "./session-state.ts"

/** How many notes a state keeps; older ones go. */
export const MAX_ANOMALIES = 100

/** The state with one more note. */
export const noted = (state: SessionState, anomaly: Anomaly): SessionState =>
  changed(state, {
    anomalies: [...state.anomalies.slice(1 - MAX_ANOMALIES), anomaly],
    anomalyCount: state.anomalyCount + 1
  })
