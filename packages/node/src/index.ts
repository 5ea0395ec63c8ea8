/** The public names of `@rxacp/node`. */
export { agentProcess } from "./process/agent-lifetime.ts"
export type { AgentOptions, AgentProcess, EndWaits, Exit } from "./process/agent-process.ts"
export { spawnAgent } from "./process/spawn-agent.ts"
