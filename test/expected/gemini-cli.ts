/**
 * gemini-cli 0.61: no message ids, no usage, modes, tool calls that are first named in a permission request and never
 * announced, files read through the client, and no way to load a session that another process made.
 */
import type { ExpectedTrace } from "../support/trace-view.ts"
import { agent, text, thought, tool, words } from "./entries.ts"

const common = {
  plan: null,
  usage: null,
  commands: ["memory", "memory show", "memory refresh", "memory list"],
  modes: ["default", "autoEdit", "yolo", "plan"],
  currentMode: "default",
  config: null,
  anomalies: [],
  permissions: [],
  outsideTurns: []
}

const shell = (id: string, fields: object) =>
  tool(`run_shell_command__run_shell_command_${id}`, {
    title: "echo hi; ls -la; seq 1 20",
    kind: "execute",
    provisional: true,
    ...fields
  })

const failedWrite = (id: string) =>
  tool(`write_file__write_file_${id}`, {
    title: "Writing to hello.txt",
    kind: "edit",
    status: "failed",
    locations: [{ path: "/home/user/project/hello.txt" }],
    content: text("Error checking existing file: Resource not found")
  })

/** By scenario. */
export const geminiCli = {
  tools: {
    ...common,
    timeline: [
      thought("**Planning**\nfirst"),
      agent("Let me look. "),
      shell("1795999992771_0", { status: "completed" }),
      failedWrite("1795999992939_1"),
      agent(words(6))
    ],
    turns: [{ prompt: "please list files", stopReason: "end_turn" }],
    reply: `Let me look. ${words(6)}`,
    permissions: [["run_shell_command__run_shell_command_1795999992771_0", "proceed_once"]],
    outsideTurns: [["between", "available_commands_update"]]
  },
  denied: {
    ...common,
    timeline: [
      thought("**Planning**\nfirst"),
      agent("Let me look. "),
      // The agent says nothing more of the call that was rejected, so it ends with its turn.
      shell("1795999997734_0", {
        status: "pending",
        content: text("[current working directory /home/user/project] (List)"),
        mark: "rejected"
      }),
      failedWrite("1795999997832_1"),
      agent(words(6))
    ],
    turns: [{ prompt: "please list files", stopReason: "end_turn" }],
    reply: `Let me look. ${words(6)}`,
    permissions: [["run_shell_command__run_shell_command_1795999997734_0", "cancel"]],
    onlyAskedFor: ["run_shell_command__run_shell_command_1795999997734_0"]
  },
  plan: {
    ...common,
    timeline: [
      tool("write_todos__write_todos_1796000002322_0", {
        title: "Set 3 todo(s)",
        kind: "other",
        status: "completed",
        provisional: true
      }),
      agent(words(6))
    ],
    turns: [{ prompt: "make a plan first", stopReason: "end_turn" }],
    reply: words(6),
    permissions: [["write_todos__write_todos_1796000002322_0", "proceed_once"]]
  },
  cancel: {
    ...common,
    timeline: [agent(words(27))],
    turns: [{ prompt: "answer slowly", stopReason: "cancelled", cancelRequested: true }],
    reply: words(27)
  },
  load: {
    ...common,
    timeline: [],
    commands: null,
    modes: null,
    currentMode: null,
    turns: [],
    reply: "",
    failures: {
      "session/load": {
        _tag: "RequestFailed",
        code: -32603,
        message:
          'Internal error: Invalid session identifier "88c99909-39d2-4379-9b87-28226d579460".\n  Searched for sessions in /home/user/.gemini/var/tmp/ws/chats.\n  Use --list-sessions to see available sessions, then use --resume {number}, --resume {uuid}, or --resume latest.'
      }
    }
  }
} satisfies Record<string, ExpectedTrace>
