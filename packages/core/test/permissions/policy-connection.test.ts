/** A policy as the permission handler of a connection. */
import { of } from "rxjs"
import { expect, it } from "vitest"
import { type PermissionDecision, permissionPolicy, shownToolCall } from "../../src/index.ts"
import { settled, wire } from "../support/wire.ts"

const selected = (optionId: string) => ({ outcome: { outcome: "selected", optionId } })

it("answers for a connection, by what the agent announced as well as by what it asks", async () => {
  const shown: Array<unknown> = []
  const decisions: Array<PermissionDecision["by"]> = []
  const policy = permissionPolicy([
    { match: { kind: "read", under: "/ws" }, answer: "allow" },
    {
      match: { kind: "execute" },
      ask: (request, { known }) => {
        shown.push(shownToolCall(known, request.toolCall).rawInput)
        return of({ outcome: "selected", optionId: "p-17" })
      }
    }
  ])
  policy.decisions.subscribe(({ by }) => decisions.push(by))
  const agent = wire({ permissions: policy })
  const { session } = await agent.open()
  session.prompt("go").subscribe()
  const announce = (toolCallId: string, fields: object) =>
    agent.update({ sessionUpdate: "tool_call", toolCallId, title: "T", ...fields })

  agent.askPermission(1, { toolCallId: "t1", kind: "read", locations: [{ path: "/ws/a" }] })
  announce("t2", { kind: "read", locations: [{ path: "/etc/passwd" }] })
  agent.askPermission(2, { toolCallId: "t2", kind: "read", locations: [{ path: "/ws/a" }] })
  announce("t3", { kind: "execute", rawInput: { command: "rm x" } })
  agent.askPermission(3, { toolCallId: "t3", kind: "execute", rawInput: {} })
  announce("t4", { kind: "execute", rawInput: { command: "rm y" } })
  agent.askPermission(4, { toolCallId: "t4", kind: "execute", rawInput: {} })
  await settled()

  const answers = agent.sent().flatMap(({ id, method, result }) => (method === undefined ? [[id, result]] : []))
  expect(answers).toEqual([
    [1, selected("p-18")],
    [2, selected("p-19")],
    [3, selected("p-17")],
    [4, selected("p-17")]
  ])
  expect(shown).toEqual([{ command: "rm x" }])
  expect(decisions).toEqual(["rule", "default", "ask", "remembered"])
})

it("counts what was said of a call before it finished, a thousand calls ago, and in another session", async () => {
  const policy = permissionPolicy([{ match: { kind: "read", under: "/ws" }, answer: "allow" }])
  const agent = wire({ permissions: policy })
  const { session } = await agent.open()
  session.prompt("go").subscribe()
  const inside = { kind: "read", locations: [{ path: "/ws/a" }] } as const
  const call = (toolCallId: string, fields: object, sessionId?: string) =>
    agent.update({ sessionUpdate: "tool_call", toolCallId, title: "T", ...fields }, sessionId)

  call("finished", { kind: "execute", status: "completed" })
  call("elsewhere", { kind: "edit" }, "another")
  call("moved", { kind: "read", locations: [{ path: "/etc/passwd" }] })
  for (let count = 0; count < 1_100; count += 1) call(`c${count}`, inside)
  agent.askPermission(1, { toolCallId: "finished", ...inside })
  agent.askPermission(2, { toolCallId: "elsewhere", ...inside })
  agent.askPermission(3, { toolCallId: "moved", ...inside })
  agent.askPermission(4, { toolCallId: "c0", ...inside })
  agent.askPermission(5, { toolCallId: "asked twice", kind: "execute" })
  agent.askPermission(6, { toolCallId: "asked twice", ...inside })
  await settled()

  const answers = agent.sent().flatMap(({ id, method, result }) => (method === undefined ? [[id, result]] : []))
  const [allowed, rejected] = [selected("p-18"), selected("p-19")]
  expect(answers).toEqual([
    [1, rejected],
    [2, rejected],
    [3, rejected],
    [4, allowed],
    [5, rejected],
    [6, rejected]
  ])
})

it("says which tool call started the subagent that asks", async () => {
  const parents: Array<unknown> = []
  const agent = wire({
    permissions: (_, { parent }) => {
      parents.push(parent)
      return [{ outcome: "cancelled" }]
    }
  })
  const { session } = await agent.open()
  session.prompt("go").subscribe()
  const _meta = { claudeCode: { parentToolUseId: "task" } }
  agent.update({ sessionUpdate: "tool_call", toolCallId: "t1", title: "T", _meta })
  agent.update({ sessionUpdate: "tool_call_update", toolCallId: "t1", _meta: { other: 1 } })
  agent.askPermission(1, { toolCallId: "t1" })
  agent.askPermission(2, { toolCallId: "t2", _meta })
  agent.askPermission(3, { toolCallId: "t3" })
  await settled()
  expect(parents).toEqual(["task", "task", undefined])
})
