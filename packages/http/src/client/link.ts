/** The state of the way to a server, and how long is waited before it is tried again. */

/** `cut`: the connection was lost and is being taken up again. */
export type LinkState = "connecting" | "open" | "cut" | "closed"

const FIRST_MS = 20
const LONGEST_MS = 2000

/** The wait before an attempt, counted from 0, spread so that many clients do not come at once. */
export const retryDelay = (attempt: number): number =>
  attempt === 0 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
