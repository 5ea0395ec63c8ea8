/** Agents that speak the protocol, as data. */
import type { AgentPreset } from "./agent-preset.ts"

/** The agents by name. */
export const presets = {
  codex: {
    title: "Codex",
    command: "codex-acp",
    args: [],
    package: "@agentclientprotocol/codex-acp",
    tried: "2.6.0",
    needs: [{ name: "OPENAI_API_KEY", purpose: "the key of the OpenAI API" }],
    authMethod: "api-key",
    quirks: { rawOutputOnly: true },
    notes: ["the successor of @zed-industries/codex-acp, which is no longer kept"]
  },
  gemini: {
    title: "Gemini CLI",
    command: "gemini",
    args: ["--acp"],
    package: "@google/gemini-cli",
    tried: "0.61.0",
    needs: [{ name: "GEMINI_API_KEY", purpose: "the key of the Gemini API" }],
    authMethod: "gemini-api-key",
    quirks: { messageIds: false, quiet: 500 },
    notes: [
      "takes some seconds to start",
      "keeps most of what it writes to stderr until it leaves",
      "names a tool call first in its request for permission"
    ]
  },
  opencode: {
    title: "opencode",
    command: "opencode",
    args: ["acp"],
    package: "opencode-ai",
    tried: "1.18.33",
    needs: [],
    quirks: { messageIds: true },
    notes: [
      "its command is a stub until the install script of its package has run",
      "takes long for its first start in a home folder, while it prepares its database",
      "counts its requests from 0"
    ]
  },
  claude: {
    title: "Claude Code",
    command: "claude-agent-acp",
    args: [],
    package: "@agentclientprotocol/claude-agent-acp",
    tried: "0.101.0",
    needs: [{ name: "ANTHROPIC_API_KEY", purpose: "the key of the Anthropic API" }],
    node: 22,
    quirks: {},
    notes: [
      "sends notifications of its own, such as _auth/status_update",
      "refuses a session as root unless IS_SANDBOX is 1",
      "writes a line to stderr for each step of its start"
    ]
  },
  qwen: {
    title: "Qwen Code",
    command: "qwen",
    args: ["--acp"],
    package: "@qwen-code/qwen-code",
    tried: "0.15.10",
    needs: [
      { name: "OPENAI_API_KEY", purpose: "the key of an API that speaks like OpenAI's" },
      { name: "OPENAI_BASE_URL", purpose: "the address of that API" },
      { name: "OPENAI_MODEL", purpose: "the name of the model" }
    ],
    authMethod: "openai",
    quirks: {},
    notes: []
  },
  copilot: {
    title: "GitHub Copilot CLI",
    command: "copilot",
    args: ["--acp"],
    package: "@github/copilot",
    tried: "1.0.102",
    needs: [{ name: "GH_TOKEN", purpose: "a token of GitHub with access to Copilot" }],
    node: 22,
    quirks: { updatesBeforeAnswer: true },
    notes: ["updates itself unless COPILOT_AUTO_UPDATE is false"]
  },
  cline: {
    title: "Cline",
    command: "cline",
    args: ["--acp"],
    package: "cline",
    tried: "3.0.65",
    needs: [],
    quirks: { rawOutputOnly: true },
    notes: [
      "updates a tool call before it announces it, and its status may go back",
      "log in with its own program first"
    ]
  },
  kilo: {
    title: "Kilo Code",
    command: "kilo",
    args: ["acp"],
    package: "@kilocode/cli",
    tried: "7.8.1",
    needs: [],
    quirks: { messageIds: true },
    notes: ["log in with its own program first"]
  },
  auggie: {
    title: "Auggie",
    command: "auggie",
    args: ["--acp"],
    package: "@augmentcode/auggie",
    needs: [{ name: "AUGMENT_SESSION_AUTH", purpose: "what `auggie token print` gives" }],
    node: 22,
    quirks: { hidesAuthMethods: true },
    notes: ["offers no ways to authenticate; the message of its failure says what to run"]
  },
  mastra: {
    title: "Mastra Code",
    command: "mastracode",
    args: ["--acp"],
    package: "mastracode",
    needs: [],
    node: 22,
    quirks: {},
    notes: []
  },
  pi: {
    title: "pi",
    command: "pi-acp",
    args: [],
    package: "pi-acp",
    needs: [],
    quirks: {},
    notes: ["runs the command `pi`, which has to be installed beside it"]
  },
  goose: {
    title: "goose",
    command: "goose",
    args: ["acp"],
    needs: [],
    quirks: {},
    notes: ["run `goose configure` first"]
  },
  kimi: {
    title: "Kimi CLI",
    command: "kimi",
    args: ["acp"],
    needs: [],
    quirks: {},
    notes: ["a Python program; log in with its own program first"]
  },
  cursor: {
    title: "Cursor CLI",
    command: "cursor-agent",
    args: ["acp"],
    needs: [{ name: "CURSOR_API_KEY", purpose: "the key of Cursor's API" }],
    quirks: {},
    notes: []
  }
} as const satisfies Readonly<Record<string, AgentPreset>>

/** The name of an agent that a preset is there for. */
export type PresetName = keyof typeof presets
