/**
 * Agents of which there are few recordings, in short: the timeline as one line an entry, and what is odd in each.
 */

/** What is expected of a trace, in short. */
export interface ExpectedInShort {
  /** Messages as `role: text`, tool calls as `[status] title (kind)`, with their mark if they have one. */
  readonly timeline: ReadonlyArray<string>
  /** What `toolOutput` finds of each tool call, by its id. */
  readonly outputs?: Readonly<Record<string, string>>
  readonly stopReasons: ReadonlyArray<string>
  /** Every permission request: the tool call, the option that was answered. */
  readonly permissions: ReadonlyArray<readonly [toolCallId: string, optionId: string]>
  readonly anomalies: ReadonlyArray<object>
  readonly diagnostics: ReadonlyArray<object>
  readonly modes: ReadonlyArray<string> | null
  readonly outsideTurns: ReadonlyArray<readonly [phase: string, sessionUpdate: string]>
  /** Our calls that failed, by method. */
  readonly failures?: Readonly<Record<string, object>>
}

const listing = "hi\nnotes.md\n1\n2\n3\n4\n5"
const notes = "# notes\nline two\nline three"
const status = { _tag: "UnknownNotification", method: "_auth/status_update" }
const claudeModes = ["default", "acceptEdits", "plan", "auto"]
const qwenModes = ["plan", "default", "auto-edit", "yolo"]
const copilotModes = ["agent", "plan", "autopilot"].map(
  (mode) => `https://agentclientprotocol.com/protocol/session-modes#${mode}`
)
/** Copilot tells its commands before it has answered `session/new`, and again after it. */
const copilotCommands = [
  ["between", "available_commands_update"],
  ["between", "available_commands_update"]
] as const

const common = { anomalies: [], diagnostics: [], outsideTurns: [], permissions: [] }

/** By the name of the trace. */
export const moreAgents: Readonly<Record<string, ExpectedInShort>> = {
  "claude-agent-acp-0.101-tools": {
    ...common,
    timeline: [
      "thought: **Thinking** about it",
      "agent: Let me look. ",
      "[completed] echo hi; ls; seq 1 5; touch made-by-shell (execute)",
      "agent: Now write. ",
      "[completed] Write hello.txt (edit)",
      "[completed] Read notes.md (read)",
      "agent: All of it is done."
    ],
    outputs: { toolu_61: `\`\`\`console\n${listing}\n\`\`\`` },
    stopReasons: ["end_turn"],
    permissions: [
      ["toolu_61", "allow-once"],
      ["toolu_63", "allow-once"]
    ],
    diagnostics: [status],
    modes: claudeModes
  },
  "claude-agent-acp-0.101-denied": {
    ...common,
    timeline: ["[failed] touch made-by-shell; echo from-the-shell (execute)", "agent: All of it is done."],
    outputs: { toolu_72: "```\nUser refused permission to run tool\n```" },
    stopReasons: ["end_turn"],
    permissions: [["toolu_72", "reject"]],
    diagnostics: [status],
    modes: claudeModes
  },
  "cline-3.0-tools": {
    ...common,
    timeline: [
      "thought: **Thinking** about it",
      "agent: Let me look. ",
      "[completed] run_commands: echo hi; ls; seq 1 5; touch made-by-shell (execute)",
      "agent: no tool for this. "
    ],
    // In its raw output only, as a list of one.
    outputs: { call_254: `${listing}\n` },
    stopReasons: ["end_turn"],
    permissions: [["call_254", "allow_once"]],
    anomalies: [
      { kind: "unknownToolCall", toolCallId: "call_254" },
      { kind: "statusWentBack", toolCallId: "call_254", from: "in_progress", to: "pending" }
    ],
    modes: ["plan", "act"]
  },
  "copilot-cli-1.0-tools": {
    ...common,
    timeline: [
      "thought: **Thinking** about it",
      "agent: Let me look. ",
      "[completed] List (execute)",
      "agent: Now write. ",
      "[completed] Creating /home/user/project/hello.txt (edit)",
      "agent: Info: /home/user/project/hello.txt",
      "[completed] Viewing /home/user/project/notes.md (read)",
      "agent: All of it is done."
    ],
    outputs: { call_2: `${listing}\n<shellId: 0 completed with exit code 0>`, call_6: `${notes}\n` },
    stopReasons: ["end_turn"],
    permissions: [
      ["call_2", "allow_once"],
      ["call_4", "allow_once"]
    ],
    modes: copilotModes,
    outsideTurns: copilotCommands
  },
  "copilot-cli-1.0-permission-cancelled": {
    ...common,
    timeline: ["[pending, cancelled] List (execute)", "agent: Second answer."],
    stopReasons: ["cancelled", "end_turn"],
    permissions: [["call_12", "cancelled"]],
    modes: copilotModes,
    outsideTurns: copilotCommands
  },
  "qwen-code-0.15-tools": {
    ...common,
    timeline: [
      "thought: **Thinking** about it",
      "agent: Let me look. ",
      "[completed] echo hi; ls; seq 1 5; touch made-by-shell (List) (execute)",
      "agent: Now write. ",
      "[completed] Writing to hello.txt (edit)",
      "[completed] ReadFile: notes.md (read)",
      "agent: All of it is done."
    ],
    outputs: { call_6: `${notes}\n` },
    stopReasons: ["end_turn"],
    permissions: [
      ["call_2", "proceed_once"],
      ["call_4", "proceed_once"]
    ],
    modes: qwenModes
  },
  "qwen-code-0.15-denied": {
    ...common,
    timeline: [
      "[pending, rejected] touch made-by-shell; echo from-the-shell (List) (execute)",
      "agent: All of it is done."
    ],
    stopReasons: ["end_turn"],
    permissions: [["call_14", "cancel"]],
    modes: qwenModes
  },
  "auggie-0.36-not-logged-in": {
    ...common,
    timeline: [],
    stopReasons: [],
    modes: null,
    failures: { "session/new": { _tag: "AuthRequired", authMethods: [] } }
  },
  // Played without `quiet`: the history that comes behind the answer to the load is taken for the reply to the next prompt.
  "gemini-cli-0.61-load-late": {
    ...common,
    timeline: [
      "user: <session_context>",
      "thought: **Thinking**",
      "agent: Let me look.",
      "[completed] Shell (execute)",
      "[failed] WriteFile (edit)",
      "[completed] ReadFile (read)",
      "user: [Function Response: run_shell_command]",
      "agent: Now write.",
      "user: [Function Response: write_file][Function Response: read_file]",
      "agent: All of it is done.",
      "user: @@again",
      "agent: Second answer.Second answer."
    ],
    stopReasons: ["end_turn"],
    modes: ["default", "autoEdit", "yolo", "plan"],
    outsideTurns: [
      ["replay", "user_message_chunk"],
      ["between", "user_message_chunk"]
    ]
  }
}
