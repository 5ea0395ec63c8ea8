/** A subagent that has a session of its own, as the state keeps it. */
import type { WorkState } from "../updates/unstable-update.ts"

/** A subagent with a session of its own, as patched so far. */
export interface ChildSession {
  readonly sessionId: string
  readonly title: string | null
  readonly description: string | null
  /** What it does; null until the agent says so. */
  readonly state: WorkState | null
  readonly cwd: string | null
  readonly capabilities: Readonly<Record<string, unknown>> | null
  readonly additionalDirectories: ReadonlyArray<string> | null
  /** The tool call that started it, where the agent says so in `_meta`. */
  readonly parent?: string
  readonly _meta?: Readonly<Record<string, unknown>>
}
