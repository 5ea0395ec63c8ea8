/** The public names of `@rxacp/node`. */

export { agentProcess } from "./agent/agent-lifetime.ts"
export type { AgentOptions, AgentProcess, Exit } from "./agent/agent-process.ts"
export { type AgentPreset, type AgentVariable, presets } from "./agent/presets.ts"
export { spawnAgent } from "./agent/spawn-agent.ts"
export {
  type FileAccess,
  type FileOverlay,
  type WorkspaceFiles,
  type WorkspaceFilesOptions,
  workspaceFiles
} from "./files/workspace-files.ts"
export { type JournalFile, type JournalFileOptions, journalFile } from "./journal/journal-file.ts"
export type { TornRecord } from "./journal/journal-format.ts"
export { type ReadJournalOptions, readJournal } from "./journal/read-journal.ts"
export type { EndWaits } from "./process/end-process.ts"
export { serveStdio } from "./stdio/serve-stdio.ts"
export { drained } from "./streams/drained.ts"
export type { Terminals, TerminalsOptions } from "./terminals/terminal-options.ts"
export { terminals } from "./terminals/terminals.ts"
