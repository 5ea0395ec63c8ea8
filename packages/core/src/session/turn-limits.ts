/** Which caps hold for a turn. */
import type { ConnectionLimits, ReplyLimits } from "./limits.ts"

/** The caps of a turn: its own, else those of the connection, and the connection's count of updates with either. */
export const turnLimits = (connection: ConnectionLimits, own: ReplyLimits | undefined): ReplyLimits | undefined => {
  const reply = own ?? connection.reply
  const { maxUpdates } = connection
  if (maxUpdates === undefined) return reply
  return { ...reply, maxUpdates: Math.min(maxUpdates, reply?.maxUpdates ?? maxUpdates) }
}
