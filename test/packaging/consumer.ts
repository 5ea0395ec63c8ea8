/** A program of a user's, type-checked against the packed packages. */
import { AgentExited } from "@rxacp/core"

/** Whether a failure says that the agent has gone. */
export const agentGone = (failure: unknown): boolean => failure instanceof AgentExited && failure.code !== null
