/** The public names of `@rxacp/node/testing`: scripted agents as processes. */
export type { ProgramCommand } from "./program-command.ts"
export { recordedTraces } from "./recorded-traces.ts"
export { scriptedAgentCommand, tryAgentCommand } from "./scripted-agent-command.ts"
