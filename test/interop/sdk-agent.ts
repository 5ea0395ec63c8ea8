/** An agent made with the official SDK that uses every method and every update of the protocol. */
import { type AgentApp, agent, type SessionUpdate } from "@agentclientprotocol/sdk"

/** One update of every kind, as the SDK types them. */
export const everyUpdate: ReadonlyArray<SessionUpdate> = [
  { sessionUpdate: "user_message_chunk", messageId: "u", content: { type: "text", text: "you" } },
  { sessionUpdate: "agent_thought_chunk", messageId: "m", content: { type: "text", text: "hm" } },
  { sessionUpdate: "agent_message_chunk", messageId: "m", content: { type: "text", text: "me" } },
  {
    sessionUpdate: "agent_message_chunk",
    messageId: "m",
    content: { type: "resource_link", uri: "file:///a", name: "a", size: 3 }
  },
  {
    sessionUpdate: "tool_call",
    toolCallId: "t1",
    title: "Edit",
    kind: "edit",
    status: "in_progress",
    content: [{ type: "diff", path: "/a", oldText: null, newText: "x" }],
    locations: [{ path: "/a", line: 1 }],
    rawInput: { a: 1 }
  },
  {
    sessionUpdate: "tool_call_update",
    toolCallId: "t1",
    status: "completed",
    content: [{ type: "content", content: { type: "text", text: "done" } }]
  },
  { sessionUpdate: "plan", entries: [{ content: "one", priority: "high", status: "pending" }] },
  { sessionUpdate: "available_commands_update", availableCommands: [{ name: "init", description: "d" }] },
  { sessionUpdate: "current_mode_update", currentModeId: "code" },
  {
    sessionUpdate: "config_option_update",
    configOptions: [{ id: "fast", name: "Fast", type: "boolean", currentValue: true }]
  },
  { sessionUpdate: "session_info_update", title: "A title", updatedAt: "2026-11-30T00:00:00Z" },
  { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount: 0.5, currency: "USD" } },
  { sessionUpdate: "notice", severity: "info", title: "A notice" },
  { sessionUpdate: "compaction_update", compactionId: "k", status: "in_progress" },
  { sessionUpdate: "compaction_summary_chunk", compactionId: "k", content: { type: "text", text: "short" } }
]

/** The agent. Its prompts are told apart by their text: `all`, `wait`, or anything else. */
export const sdkAgent = (): AgentApp => {
  const seen: Array<string> = []
  const app = agent({ name: "sdk-agent" })
  for (const method of ["session/delete", "session/close", "session/set_mode", "authenticate", "logout"] as const) {
    app.onRequest(method, () => {
      seen.push(method)
      return {}
    })
  }
  return app
    .onRequest("initialize", ({ params }) => ({
      protocolVersion: params.protocolVersion,
      agentInfo: { name: "sdk-agent", version: "1" },
      authMethods: [{ id: "key", name: "Key" }],
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: true, embeddedContext: true },
        sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {} },
        auth: { logout: {} }
      }
    }))
    .onRequest("session/new", () => ({
      sessionId: "s1",
      modes: { currentModeId: "ask", availableModes: [{ id: "ask", name: "Ask" }] },
      configOptions: [{ id: "fast", name: "Fast", type: "boolean" as const, currentValue: false }]
    }))
    .onRequest("session/load", async ({ params: { sessionId }, client }) => {
      for (const update of everyUpdate.slice(0, 3)) await client.notify("session/update", { sessionId, update })
      return {}
    })
    .onRequest("session/resume", () => ({}))
    .onRequest("session/list", ({ params }) =>
      params.cursor === "2"
        ? { sessions: [{ sessionId: "b", cwd: "/b" }] }
        : { sessions: [{ sessionId: "a", cwd: "/a" }], nextCursor: "2" }
    )
    .onRequest("session/set_config_option", () => ({
      configOptions: [{ id: "fast", name: "Fast", type: "boolean" as const, currentValue: true }]
    }))
    .onRequest("session/prompt", async ({ params: { sessionId, prompt }, client, signal }) => {
      const text = prompt[0]?.type === "text" ? prompt[0].text : ""
      const say = (words: string) =>
        client.notify("session/update", {
          sessionId,
          update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: words } }
        })
      if (text === "wait") {
        await say("waiting")
        const cancelled = new Promise<void>((resolve) => cancels.push(resolve))
        const permission = client.request("session/request_permission", {
          sessionId,
          toolCall: { toolCallId: "p", title: "Permit" },
          options: [{ optionId: "y", name: "Yes", kind: "allow_once" }]
        })
        await cancelled
        await say(`cancelled, permission ${(await permission).outcome.outcome}`)
        return { stopReason: "cancelled" as const }
      }
      if (text !== "all") {
        for (const word of text.split(" ")) await say(word)
        return { stopReason: "end_turn" as const }
      }
      for (const update of everyUpdate) await client.notify("session/update", { sessionId, update })
      const permission = await client.request("session/request_permission", {
        sessionId,
        toolCall: { toolCallId: "t1" },
        options: [{ optionId: "y", name: "Yes", kind: "allow_once" }]
      })
      await client.request("fs/write_text_file", { sessionId, path: "/f", content: "written" })
      const { content } = await client.request("fs/read_text_file", { sessionId, path: "/f", line: 1, limit: 1 })
      const terminal = await client.createTerminal({ sessionId, command: "echo", args: ["hi"] })
      const { exitCode } = await terminal.waitForExit()
      const { output } = await terminal.currentOutput()
      await terminal.kill()
      await terminal.release()
      const elicited = await client.request("elicitation/create", {
        sessionId,
        mode: "form",
        message: "?",
        requestedSchema: { type: "object", properties: { name: { type: "string" } } }
      })
      await client.notify("elicitation/complete", { elicitationId: "e" })
      const pong = await client.request("_acme/ping", { n: 1 }).catch((error: { code: number }) => error.code)
      await say(
        JSON.stringify({ permission, content, exitCode, output, elicited, pong, seen, aborted: signal.aborted })
      )
      return { stopReason: "end_turn" as const }
    })
    .onNotification("session/cancel", () => {
      for (const cancel of cancels.splice(0)) cancel()
    })
}

const cancels: Array<() => void> = []
