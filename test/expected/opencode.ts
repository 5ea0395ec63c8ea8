/**
 * opencode 1.18: message ids, usage with a cost, token counts at the end of the turn, no plan but a tool that keeps
 * todos, and two tool calls that overlap, announced before their permission is asked for.
 */
import { expect } from "vitest"
import type { ExpectedTrace } from "../support/trace-view.ts"
import { agent, numbers, text, tool, user, words } from "./entries.ts"

const path = "/home/user/project/hello.txt"
const command = "echo hi; ls -la; seq 1 20"
const output = `hi
total 12
drwxr-xr-x 2 root root 4096 Nov 30 00:52 .
drwxr-xr-x 6 root root 4096 Nov 30 00:52 ..
-rw-r--r-- 1 root root   29 Nov 30 00:52 hello.txt
${numbers}`
const todos = `[
  {
    "content": "Read",
    "status": "completed",
    "priority": "high"
  },
  {
    "content": "Edit",
    "status": "in_progress",
    "priority": "medium"
  },
  {
    "content": "Test",
    "status": "pending",
    "priority": "low"
  }
]`

const common = {
  plan: null,
  usage: { used: 100, size: 100_000, cost: { amount: 0, currency: "USD" } },
  commands: ["customize-opencode", "init", "review"],
  modes: null,
  currentMode: null,
  config: { model: "mock/mock", mode: "build" },
  anomalies: [],
  permissions: [],
  outsideTurns: []
}

const ended = {
  stopReason: "end_turn",
  usage: { inputTokens: 100, outputTokens: 50, totalTokens: 150 }
}

const bash = (fields: object) =>
  tool("call_a1", {
    title: command,
    kind: "execute",
    locations: [{ path: "/home/user/project" }],
    rawInput: { command, description: "text", cwd: "/home/user/project" },
    ...fields
  })

const write = (fields: object) =>
  tool("call_a2", {
    kind: "edit",
    locations: [{ path }],
    rawInput: { filePath: path, content: "hello\nworld ünïcödé 🎉\n" },
    ...fields
  })

const bashDone = {
  status: "completed",
  content: text(output),
  rawOutput: { output, metadata: { output, exit: 0, truncated: false } }
}

const writeDone = {
  title: "home/user/project/hello.txt",
  status: "completed",
  content: text("Wrote file successfully."),
  rawOutput: expect.objectContaining({ output: "Wrote file successfully." })
}

const rejection = "The user rejected permission to use this specific tool call."
const rejected = { status: "failed", content: text(rejection), rawOutput: { error: rejection } }

/** By scenario. */
export const opencode = {
  tools: {
    ...common,
    timeline: [
      agent("Let me look. ", { messageId: "msg_229f00ce2001bBIXYwuIQ7t6z6" }),
      bash(bashDone),
      write(writeDone),
      agent(words(6), { messageId: "msg_229f012380013fu2k7fJUu3beu" })
    ],
    turns: [{ prompt: "please list files", ...ended }],
    reply: `Let me look. ${words(6)}`,
    permissions: [
      ["call_a2", "once"],
      ["call_a1", "once"]
    ]
  },
  denied: {
    ...common,
    timeline: [
      agent("Let me look. ", { messageId: "msg_229f02db6001NwFJwPAqfPHVJr" }),
      bash(rejected),
      write({ title: "write", ...rejected })
    ],
    turns: [{ prompt: "please list files", ...ended }],
    reply: "Let me look. ",
    permissions: [
      ["call_a2", "reject"],
      ["call_a1", "reject"]
    ]
  },
  plan: {
    ...common,
    timeline: [
      agent("Planning. ", { messageId: "msg_229f048ef0019hCCFodQ61YT8a" }),
      tool("call_p1", {
        title: "2 todos",
        kind: "other",
        status: "completed",
        content: text(todos),
        rawInput: {
          todos: [
            { id: "1", content: "Read", status: "completed", priority: "high" },
            { id: "2", content: "Edit", status: "in_progress", priority: "medium" },
            { id: "3", content: "Test", status: "pending", priority: "low" }
          ]
        },
        rawOutput: expect.objectContaining({ output: todos })
      }),
      agent(words(6), { messageId: "msg_229f04acb001swW6GMBfUkK2EQ" })
    ],
    turns: [{ prompt: "make a plan first", ...ended }],
    reply: `Planning. ${words(6)}`,
    outsideTurns: [["between", "available_commands_update"]]
  },
  cancel: {
    ...common,
    timeline: [agent(words(22), { messageId: "msg_229f3faf50010ipY5rwh7fvIn3" })],
    usage: { used: 0, size: 100_000, cost: { amount: 0, currency: "USD" } },
    turns: [
      {
        prompt: "answer slowly",
        stopReason: "cancelled",
        cancelRequested: true,
        usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
      }
    ],
    reply: words(22)
  },
  load: {
    ...common,
    timeline: [
      user("please list files", { messageId: "msg_229f00ca7001D7c4omLsWNzgfm", turn: null }),
      agent("Let me look. ", { messageId: "msg_229f00ce2001bBIXYwuIQ7t6z6", turn: null }),
      bash({ ...bashDone, turn: null }),
      write({ ...writeDone, turn: null }),
      agent(words(6), { messageId: "msg_229f012380013fu2k7fJUu3beu", turn: null })
    ],
    usage: null,
    turns: [],
    reply: `Let me look. ${words(6)}`,
    outsideTurns: [
      ["replay", "user_message_chunk"],
      ["replay", "agent_message_chunk"],
      ["replay", "tool_call"],
      ["replay", "tool_call_update"],
      ["replay", "tool_call"],
      ["replay", "tool_call_update"],
      ["replay", "agent_message_chunk"],
      ["between", "available_commands_update"]
    ]
  }
} satisfies Record<string, ExpectedTrace>
