/** The id of the message that a turn becomes. */

/**
 * The id of the AI SDK message that holds the agent's side of one turn. The epoch is part of it, since the turns of a
 * session that was taken up again on a new connection count from 1 again.
 */
export const messageIdOf = (sessionId: string, epoch: number, turn: number): string => `${sessionId}-${epoch}-${turn}`
