/** What the author of an agent imports. */
export type { AgentSession, Elicitation, SessionTerminals } from "./agent-session.ts"
export type { ClientLink } from "./client-link.ts"
export type { AgentContext, AgentHandler, AgentHandlers, AgentSessionContext } from "./handlers.ts"
export { type ServedAgent, serveAgent } from "./serve-agent.ts"
