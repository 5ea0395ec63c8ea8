/** The public names of `@rxacp/node`. */

export { agentProcess } from "./agent/agent-lifetime.ts"
export type { AgentOptions, AgentProcess, Exit } from "./agent/agent-process.ts"
export { spawnAgent } from "./agent/spawn-agent.ts"
export {
  type FileAccess,
  type FileOverlay,
  type WorkspaceFiles,
  type WorkspaceFilesOptions,
  workspaceFiles
} from "./files/workspace-files.ts"
export { type AgentPoolOptions, agentPool, type PooledAnswer } from "./jobs/agent-pool.ts"
export { type Asked, type AskOptions, ask, type PromptContent } from "./jobs/ask.ts"
export { type JournalFile, type JournalFileOptions, journalFile } from "./journal/journal-file.ts"
export type { TornRecord } from "./journal/journal-format.ts"
export { type ReadJournalOptions, readJournal } from "./journal/read-journal.ts"
export { type FileLogOptions, fileLog } from "./log/file-log.ts"
export type { AgentPreset, AgentQuirks, AgentVariable } from "./presets/agent-preset.ts"
export { type FindAgentsOptions, type FoundAgent, findAgents } from "./presets/find-agents.ts"
export { type PresetName, presets } from "./presets/presets.ts"
export type { EndWaits } from "./process/end-process.ts"
export { serveStdio } from "./stdio/serve-stdio.ts"
export { drained } from "./streams/drained.ts"
export type { Terminals, TerminalsOptions } from "./terminals/terminal-options.ts"
export { terminals } from "./terminals/terminals.ts"
