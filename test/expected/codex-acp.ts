/**
 * codex-acp 0.16: no message ids, no permission requests (its sandbox lets the command run), a warning as the first
 * message, output in `rawOutput` only, and the commands whenever they are ready, also after the turn.
 */
import { expect } from "vitest"
import type { ExpectedTrace } from "../support/trace-view.ts"
import { agent, numbers, thought, tool, user, words } from "./entries.ts"

const warning =
  "Model metadata for `mock` not found. Defaulting to fallback metadata; this can degrade performance and cause issues."
const listing = `total 8
drwxr-xr-x 2 root root 4096 Nov 30 00:52 .
drwxr-xr-x 6 root root 4096 Nov 30 00:52 ..
`
const commands = ["review", "review-branch", "review-commit", "init"]

const common = {
  plan: null,
  usage: { used: 150, size: 258_400 },
  commands,
  modes: null,
  currentMode: null,
  config: { model: "mock" },
  anomalies: [],
  permissions: [],
  outsideTurns: []
}

const listFiles: ExpectedTrace = {
  ...common,
  timeline: [
    agent(warning),
    thought("\n\n**Thinking** about it"),
    tool("call_b1", {
      title: "echo hi; ls -la; seq 1 20",
      kind: "execute",
      status: "completed",
      rawInput: expect.objectContaining({
        command: ["/bin/bash", "-lc", "echo hi; ls -la; seq 1 20"],
        cwd: "/home/user/project"
      }),
      rawOutput: expect.objectContaining({ stdout: `hi\n${listing}${numbers}`, stderr: "", exit_code: 0 })
    }),
    agent(words(6))
  ],
  turns: [{ prompt: "please list files", stopReason: "end_turn" }],
  reply: `${warning}${words(6)}`
}

const afterTheTurn = [["between", "available_commands_update"]] as const

/** By scenario. */
export const codexAcp = {
  tools: { ...listFiles, outsideTurns: afterTheTurn },
  denied: listFiles,
  plan: {
    ...common,
    timeline: [agent(`${warning}${words(6)}`)],
    plan: [
      { content: "Read", priority: "medium", status: "completed" },
      { content: "Edit", priority: "medium", status: "in_progress" },
      { content: "Test", priority: "medium", status: "pending" }
    ],
    turns: [{ prompt: "make a plan first", stopReason: "end_turn" }],
    reply: `${warning}${words(6)}`,
    outsideTurns: afterTheTurn
  },
  cancel: {
    ...common,
    timeline: [agent(`${warning}${words(26)}`)],
    usage: null,
    turns: [{ prompt: "answer slowly", stopReason: "cancelled", cancelRequested: true }],
    reply: `${warning}${words(26)}`
  },
  load: {
    ...common,
    timeline: [
      user("please list files", { turn: null }),
      thought("**Thinking** about it", { turn: null }),
      tool("call_b1", {
        title: "exec_command",
        kind: "other",
        status: "completed",
        rawInput: { cmd: "echo hi; ls -la; seq 1 20" },
        rawOutput: expect.stringMatching(new RegExp(`^Chunk ID: .*\nOutput:\nhi\n${listing}${numbers}$`, "s")),
        turn: null
      }),
      agent(words(6), { turn: null })
    ],
    usage: null,
    turns: [],
    reply: words(6),
    outsideTurns: [
      ["replay", "user_message_chunk"],
      ["replay", "agent_thought_chunk"],
      ["replay", "tool_call"],
      ["replay", "tool_call_update"],
      ["replay", "agent_message_chunk"],
      ["between", "available_commands_update"]
    ]
  }
} satisfies Record<string, ExpectedTrace>
