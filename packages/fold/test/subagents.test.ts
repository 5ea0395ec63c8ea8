/** Subagents as one tree, from both ways in which agents tell of them, and what a session does. */
import type { SessionEvent, SessionUpdate } from "@rxacp/core"
import {
  activity,
  emptySession,
  emptySessions,
  type FoldInput,
  foldSession,
  foldSessions,
  type Subagent,
  subagents,
  timelineOf,
  type UnstableUpdate
} from "@rxacp/fold"
import { describe, expect, it } from "vitest"

const by = (parent: string | undefined) =>
  parent === undefined ? {} : { _meta: { claudeCode: { parentToolUseId: parent } } }
const call = (toolCallId: string, parent?: string): SessionUpdate => ({
  sessionUpdate: "tool_call",
  toolCallId,
  title: `call ${toolCallId}`,
  ...by(parent)
})
const done = (toolCallId: string): SessionUpdate => ({
  sessionUpdate: "tool_call_update",
  toolCallId,
  status: "completed"
})
const say = (text: string, parent?: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
  ...by(parent)
})
const child = (sessionId: string, state: string | undefined, parent?: string): UnstableUpdate => ({
  sessionUpdate: "subagent_update",
  sessionId,
  title: `agent ${sessionId}`,
  ...(state !== undefined && { state: { state } }),
  ...by(parent)
})
const ask = (toolCallId: string): SessionEvent => ({
  _tag: "PermissionRequested",
  sessionId: "s",
  epoch: 1,
  n: 1,
  id: toolCallId,
  request: { sessionId: "s", toolCall: { toolCallId }, options: [] }
})
const after = (...inputs: ReadonlyArray<FoldInput | UnstableUpdate>) =>
  inputs.reduce(foldSession, emptySession({ sessionId: "s" }))
const inSession = (sessionId: string, update: SessionUpdate | UnstableUpdate) =>
  // What a connection that asked for it gives.
  ({ _tag: "Update", sessionId, update, seq: 1 }) as Extract<FoldInput, { readonly _tag: "Update" }>

/** A tree in short: each node as its id, what it does, and its children. */
const shape = (tree: ReadonlyArray<Subagent>): unknown =>
  tree.map(({ id, activity, children }) => [id, activity, ...(children.length === 0 ? [] : [shape(children)])])

describe("subagents in one session", () => {
  const state = after(
    call("task"),
    say("I look", "task"),
    call("inner", "task"),
    say("deeper", "inner"),
    say("main"),
    done("inner")
  )

  it("are a tree of the calls that started them", () => {
    expect(shape(subagents(state))).toEqual([["task", "working", [["inner", "idle"]]]])
    expect(subagents(state)[0]).toMatchObject({ toolCallId: "task", title: "call task" })
  })

  it("have a branch of the timeline each", () => {
    const texts = (parent?: string) => timelineOf(state, parent).map(({ key }) => key)
    expect(texts()).toEqual(["tool:task", "agent#4"])
    expect(texts("task")).toEqual(["agent#1", "tool:inner"])
    expect(texts("inner")).toEqual(["agent#3"])
  })

  it("wait while permission is asked for what they do", () => {
    expect(shape(subagents(foldSession(state, ask("inner"))))).toEqual([["task", "waiting", [["inner", "idle"]]]])
  })

  it("are shown when their call is not known, or when they started each other in a circle", () => {
    expect(shape(subagents(after(say("x", "gone"))))).toEqual([["gone", "idle"]])
    expect(shape(subagents(after(call("a", "b"), call("b", "a"))))).toEqual([["b", "working", [["a", "working"]]]])
    expect(shape(subagents(after(call("a", "a"))))).toEqual([["a", "working"]])
  })

  it("may be nested 20,000 deep", () => {
    const chain = Array.from({ length: 20_000 }, (_, depth) =>
      call(`c${depth}`, depth === 0 ? undefined : `c${depth - 1}`)
    )
    const deep = after(...chain)
    let depth = 0
    for (let node = subagents(deep)[0]; node !== undefined; node = node.children[0]) depth += 1
    expect(depth).toBe(19_999)
    expect(activity(deep)).toBe("working")
  })
})

describe("subagents with sessions of their own", () => {
  it("subagents say what they are and do, each field until it is set again", () => {
    const state = after(child("k", "running"), {
      sessionUpdate: "subagent_update",
      sessionId: "k",
      cwd: "/w",
      title: null
    })
    expect(state.childSessions).toEqual([
      {
        sessionId: "k",
        title: null,
        description: null,
        state: { state: "running" },
        cwd: "/w",
        capabilities: null,
        additionalDirectories: null
      }
    ])
    expect(shape(subagents(state))).toEqual([["k", "working"]])
  })

  it("hang under the call that started them, and their own subagents under them", () => {
    const sessions = [
      inSession("s", call("task")),
      inSession("s", child("k", "idle", "task")),
      inSession("k", child("l", "requires_action")),
      inSession("l", child("k", "running"))
    ].reduce(foldSessions, emptySessions())
    const main = sessions.get("s") ?? emptySession()
    expect(shape(subagents(main))).toEqual([["task", "idle"]])
    expect(shape(subagents(main, sessions))).toEqual([["task", "idle", [["l", "waiting", [["k", "working"]]]]]])
    expect([...sessions].map(({ sessionId, parentSessionId }) => [sessionId, parentSessionId])).toEqual([
      ["s", null],
      ["k", "l"],
      ["l", "k"]
    ])
  })

  it("options and usage of a subagent leave the session that mentions it unchanged", () => {
    const options: SessionUpdate = { sessionUpdate: "config_option_update", configOptions: [], ...by("task") }
    const usage: SessionUpdate = { sessionUpdate: "usage_update", used: 1, size: 2, ...by("task") }
    const state = after(call("task"))
    expect(foldSession(foldSession(state, options), usage)).toBe(state)
  })
})

describe("activity", () => {
  const start: SessionEvent = { _tag: "TurnStarted", sessionId: "s", epoch: 1, n: 1, turn: 1, prompt: [] }
  const end: SessionEvent = {
    _tag: "TurnEnded",
    sessionId: "s",
    epoch: 1,
    n: 2,
    turn: 1,
    stopReason: "end_turn",
    cancelRequested: false
  }

  it.each<[string, string, ReadonlyArray<FoldInput | UnstableUpdate>]>([
    ["before the first prompt", "idle", []],
    ["in a turn", "working", [start]],
    ["after it", "idle", [start, end]],
    ["while a request is open", "waiting", [start, ask("c")]],
    ["while a request outlives its turn", "waiting", [start, ask("c"), end]],
    ["while a subagent goes on after the turn", "working", [start, child("k", "running"), end]],
    ["once it has ended too", "idle", [start, child("k", "running"), end, child("k", "idle")]],
    ["while a subagent needs the user", "waiting", [child("k", "requires_action")]],
    ["when a subagent's call is left behind by its turn", "idle", [start, call("task"), say("x", "task"), end]]
  ])("%s is %s", (_, expected, inputs) => {
    expect(activity(after(...inputs))).toBe(expected)
  })
})
