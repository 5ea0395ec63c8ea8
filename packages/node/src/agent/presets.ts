/** Agents that were tried with rxacp, as data. */

/** A variable of the environment that an agent reads. */
export interface AgentVariable {
  readonly name: string
  readonly purpose: string
}

/** How an agent is started, and what one should know about it. Spread it into the options of `spawnAgent`. */
export interface AgentPreset {
  readonly command: string
  readonly args: ReadonlyArray<string>
  /** The npm package that brings the command. */
  readonly package: string
  /** The version that was tried. */
  readonly version: string
  /** What it needs of the environment, unless it was logged in before. */
  readonly needs: ReadonlyArray<AgentVariable>
  /** The way to `authenticate` that goes with `needs`; absent when none has to be chosen. */
  readonly authMethod?: string
  /** What it does otherwise than one would expect. */
  readonly quirks: ReadonlyArray<string>
}

/** The agents by name. */
export const presets = {
  codex: {
    command: "codex-acp",
    args: [],
    package: "@zed-industries/codex-acp",
    version: "0.16.0",
    needs: [{ name: "OPENAI_API_KEY", purpose: "the key of the OpenAI API" }],
    authMethod: "openai-api-key",
    quirks: [
      "does not leave when its stdin ends; SIGTERM ends it, so closing takes as long as waits.stdin",
      "gives its messages no ids",
      "may send an update after the answer to a prompt"
    ]
  },
  gemini: {
    command: "gemini",
    args: ["--acp"],
    package: "@google/gemini-cli",
    version: "0.61.0",
    needs: [{ name: "GEMINI_API_KEY", purpose: "the key of the Gemini API" }],
    authMethod: "gemini-api-key",
    quirks: [
      "takes some seconds to start",
      "gives its messages no ids",
      "keeps most of what it writes to stderr until it leaves",
      "names a tool call first in its request for permission"
    ]
  },
  opencode: {
    command: "opencode",
    args: ["acp"],
    package: "opencode-ai",
    version: "1.18.33",
    needs: [],
    quirks: [
      "its command is a stub until the install script of its package has run",
      "takes long for its first start in a home folder, while it prepares its database",
      "counts its requests from 0"
    ]
  },
  claude: {
    command: "claude-agent-acp",
    args: [],
    package: "@agentclientprotocol/claude-agent-acp",
    version: "0.101.0",
    needs: [{ name: "ANTHROPIC_API_KEY", purpose: "the key of the Anthropic API" }],
    quirks: [
      "sends notifications of its own, such as _auth/status_update",
      "refuses a session as root unless IS_SANDBOX is 1",
      "writes a line to stderr for each step of its start"
    ]
  }
} as const satisfies Readonly<Record<string, AgentPreset>>
