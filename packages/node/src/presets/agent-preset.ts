/** What is known of an agent before it is started, as data. */

/** A variable of the environment that an agent reads. */
export interface AgentVariable {
  readonly name: string
  readonly purpose: string
}

/** What an agent does in its own way, for code to act on. What is absent is as one would expect, or not known. */
export interface AgentQuirks {
  /** Whether its messages carry ids. */
  readonly messageIds?: boolean
  /** It may send updates of a turn after the answer to its prompt. */
  readonly lateUpdates?: boolean
  /** It answers `session/load` before its history is out: milliseconds without an update after which it is; see `Session.load`. */
  readonly quiet?: number
  /** It does not leave when its stdin ends: closing takes as long as `waits.stdin`, and then SIGTERM ends it. */
  readonly staysAfterStdin?: boolean
  /** It stands in `rawOutput` only what a command printed. */
  readonly rawOutputOnly?: boolean
  /** It sends updates of a session before it has answered `session/new`. */
  readonly updatesBeforeAnswer?: boolean
  /** It refuses a log-in that is missing without saying by which method one could log in. */
  readonly hidesAuthMethods?: boolean
}

/** How an agent is started, and what one should know about it. Spread it into the options of `spawnAgent`. */
export interface AgentPreset {
  /** What the agent is called. */
  readonly title: string
  readonly command: string
  readonly args: ReadonlyArray<string>
  /** The npm package that brings the command; absent when it comes by another way. */
  readonly package?: string
  /** The version that was run with rxacp; absent when none was, then all that is said here is by its own documentation. */
  readonly tried?: string
  /** What it needs of the environment, unless it was logged in before. */
  readonly needs: ReadonlyArray<AgentVariable>
  /** The way to `authenticate` that goes with `needs`; absent when none has to be chosen. */
  readonly authMethod?: string
  /** The oldest major version of Node.js that it runs on, where it needs a newer one than rxacp does. */
  readonly node?: number
  readonly quirks: AgentQuirks
  /** What else a person may want to know. */
  readonly notes: ReadonlyArray<string>
}
