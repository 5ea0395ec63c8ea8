import { finalize, firstValueFrom, lastValueFrom, NEVER, of, Subject, switchMap, take, tap, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { serveAgent } from "../../src/agent/index.ts"
import {
  AgentExited,
  connect,
  createTransport,
  InvalidResult,
  memoryPair,
  RequestFailed,
  RequestTimedOut,
  type SessionEvent,
  TurnInProgress
} from "../../src/index.ts"
import { record, settled, wire } from "../support/wire.ts"

const tags = (events: ReadonlyArray<SessionEvent>): ReadonlyArray<string> =>
  events.map((event) =>
    event._tag === "Update" && "content" in event.update && "text" in (event.update.content as object)
      ? `${event.phase} ${(event.update.content as { text: string }).text}`
      : event._tag
  )

describe("a turn", () => {
  it("a turn is cold, and emits its events in wire order with their numbers", async () => {
    const agent = wire()
    const { session, events } = await agent.open()
    const prompt = session.prompt("go")
    expect(agent.sent().some(({ method }) => method === "session/prompt")).toBe(false)
    const turn = record(prompt)
    agent.text("a")
    agent.update({ sessionUpdate: "teleport" })
    agent.text("b")
    agent.answer("session/prompt", { stopReason: "end_turn", usage: { totalTokens: 3 } })
    expect(agent.asked("session/prompt").params).toEqual({ sessionId: "s1", prompt: [{ type: "text", text: "go" }] })
    expect(tags(turn.values)).toEqual(["TurnStarted", "turn a", "UnknownUpdate", "turn b", "TurnEnded"])
    expect(turn.completed).toBe(true)
    expect(turn.values.at(-1)).toMatchObject({
      turn: 1,
      stopReason: "end_turn",
      cancelRequested: false,
      usage: { totalTokens: 3 }
    })
    expect(events.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6])
    expect(events.slice(1)).toEqual(turn.values)
  })

  it("a turn tags late updates, and keeps them out of the next turn", async () => {
    const agent = wire()
    const { session, events } = await agent.open()
    agent.text("before")
    record(session.prompt("one"))
    agent.text("a", { messageId: "m1" })
    agent.answer("session/prompt", { stopReason: "end_turn" })
    agent.text("tail", { messageId: "m1" })
    agent.update({ sessionUpdate: "usage_update", used: 1, size: 2 })
    const two = record(session.prompt("two"))
    agent.text("later tail", { messageId: "m1" })
    agent.text("b", { messageId: "m2" })
    agent.answer("session/prompt", { stopReason: "end_turn" })
    expect(tags(events)).toEqual([
      "SessionOpened",
      "between before",
      "TurnStarted",
      "turn a",
      "TurnEnded",
      "late tail",
      "Update",
      "TurnStarted",
      "late later tail",
      "turn b",
      "TurnEnded"
    ])
    expect(tags(two.values)).toEqual(["TurnStarted", "turn b", "TurnEnded"])
  })

  it("ids first seen late belong to the turn that ended", async () => {
    const agent = wire()
    const { session, events } = await agent.open()
    record(session.prompt("one"))
    agent.answer("session/prompt", { stopReason: "end_turn" })
    agent.update({ sessionUpdate: "tool_call", toolCallId: "t1", title: "T" })
    agent.text("tail", { messageId: "m1" })
    const two = record(session.prompt("two"))
    agent.update({ sessionUpdate: "tool_call_update", toolCallId: "t1", status: "completed" })
    agent.text(" of the tail", { messageId: "m1" })
    agent.answer("session/prompt", { stopReason: "end_turn" })
    expect(tags(two.values)).toEqual(["TurnStarted", "TurnEnded"])
    expect(events.flatMap((event) => ("phase" in event ? [event.phase] : []))).toEqual(["late", "late", "late", "late"])
  })

  it("a turn fails with the agent's error, as an event and as an error with the same failure", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const turn = record(session.prompt("go"))
    agent.refuse("session/prompt", -32603, "boom")
    expect(turn.error).toBeInstanceOf(RequestFailed)
    expect(turn.values.at(-1)).toMatchObject({ _tag: "TurnFailed", turn: 1, failure: turn.error })
    expect(turn.error).toMatchObject({ code: -32603, message: "boom", method: "session/prompt" })
  })

  it.each([[null], [{}], [{ stopReason: 7 }], ["end_turn"]])(
    "fails with InvalidResult on the answer %j",
    async (result) => {
      const agent = wire()
      const { session } = await agent.open()
      const turn = record(session.prompt("go"))
      agent.answer("session/prompt", result)
      expect(turn.error).toBeInstanceOf(InvalidResult)
    }
  )

  it("a turn keeps an unknown stop reason", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const turn = record(session.prompt("go"))
    agent.answer("session/prompt", { stopReason: "error" })
    expect(turn.values.at(-1)).toMatchObject({ _tag: "TurnEnded", stopReason: "error" })
  })

  it("a turn that is cancelled at its first event and answered at once gets no cancel after its end", async () => {
    const [client, agent] = memoryPair()
    const heard: Array<string> = []
    agent.messages.subscribe((message) => {
      if ("method" in message) heard.push(message.method)
    })
    serveAgent(agent, {
      newSession: () => of({ sessionId: "s1" }),
      prompt: () => of({ stopReason: "end_turn" })
    })
    const connection = connect(client, { info: { name: "test", version: "0" } })
    const session = await firstValueFrom(connection.open({ cwd: "/w" }))
    const turn = record(session.prompt("go").pipe(tap(({ _tag }) => _tag === "TurnStarted" && session.cancel())))
    expect(turn.values.map(({ _tag }) => _tag)).toEqual(["TurnStarted", "TurnEnded"])
    expect(heard).toEqual(["initialize", "session/new", "session/prompt"])
  })

  it("a turn whose prompt JSON can't hold fails, and leaves room for the next", async () => {
    const agent = wire()
    const { session, events } = await agent.open()
    const written = agent.sent().length
    const before = events.length
    const one = record(session.prompt([{ type: "text", text: "one", _meta: { big: 1n } }]))
    expect(one.error).toBeInstanceOf(TypeError)
    expect([agent.sent().length, events.length]).toEqual([written, before])
    expect(record(session.prompt("two")).values).toMatchObject([{ _tag: "TurnStarted", turn: 1 }])
  })

  it("a turn fails with TurnInProgress while another runs, and writes nothing", async () => {
    const agent = wire()
    const { session } = await agent.open()
    record(session.prompt("one"))
    const written = agent.sent().length
    const two = record(session.prompt("two"))
    expect(two.error).toBeInstanceOf(TurnInProgress)
    expect(two.error).toMatchObject({ sessionId: "s1", turn: 1 })
    expect(agent.sent()).toHaveLength(written)
  })

  it("a turn runs side by side with turns of other sessions", async () => {
    const agent = wire()
    const one = await agent.open("s1")
    const two = await agent.open("s2")
    const first = record(one.session.prompt("1"))
    const second = record(two.session.prompt("2"))
    const [a, b] = agent.sent().filter(({ method }) => method === "session/prompt")
    agent.text("y", {}, "s2")
    agent.text("x", {}, "s1")
    agent.say({ id: b?.id, result: { stopReason: "end_turn" } })
    agent.say({ id: a?.id, result: { stopReason: "refusal" } })
    expect(tags(first.values)).toEqual(["TurnStarted", "turn x", "TurnEnded"])
    expect(tags(second.values)).toEqual(["TurnStarted", "turn y", "TurnEnded"])
  })

  it("a turn reaches every subscriber in order, also when one starts the next turn from inside", async () => {
    const agent = wire()
    const { session } = await agent.open()
    session.events.subscribe((event) => {
      if (event._tag === "TurnEnded" && event.turn === 1) session.prompt("two").subscribe()
    })
    const seen = record(session.events)
    record(session.prompt("one"))
    agent.answer("session/prompt", { stopReason: "end_turn" })
    expect(tags(seen.values)).toEqual(["TurnStarted", "TurnEnded", "TurnStarted"])
  })
})

describe("cancelling", () => {
  it("unsubscribing a turn sends one session/cancel and drains to the answer", async () => {
    const agent = wire()
    const { session, events } = await agent.open()
    const turn = record(session.prompt("go"))
    agent.text("a")
    turn.unsubscribe()
    session.cancel()
    agent.text("b")
    agent.answer("session/prompt", { stopReason: "cancelled" })
    expect(agent.written().slice(2)).toEqual(["session/prompt #2", "session/cancel"])
    expect(tags(turn.values)).toEqual(["TurnStarted", "turn a"])
    expect(tags(events).slice(1)).toEqual(["TurnStarted", "turn a", "CancelRequested", "turn b", "TurnEnded"])
    expect(events.at(-1)).toMatchObject({ stopReason: "cancelled", cancelRequested: true })
  })

  it("take() cancels a turn too, and after the end no cancel is sent", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const first = firstValueFrom(session.prompt("go").pipe(take(1)))
    expect(agent.written().at(-1)).toBe("session/cancel")
    agent.answer("session/prompt", { stopReason: "cancelled" })
    await first
    session.cancel()
    record(session.prompt("again"))
    agent.answer("session/prompt", { stopReason: "end_turn" })
    session.cancel()
    expect(agent.written().filter((line) => line === "session/cancel")).toHaveLength(1)
  })

  it("a cancelled turn is distinguished from a finished one, whatever the agent says", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const one = record(session.prompt("1"))
    session.cancel()
    agent.answer("session/prompt", { stopReason: "end_turn" })
    const two = record(session.prompt("2"))
    session.cancel()
    agent.refuse("session/prompt", -32800)
    const three = record(session.prompt("3"))
    agent.answer("session/prompt", { stopReason: "cancelled" })
    const four = record(session.prompt("4"))
    agent.refuse("session/prompt", -32800)
    expect([one, two, three].map(({ values }) => values.at(-1))).toMatchObject([
      { _tag: "TurnEnded", stopReason: "end_turn", cancelRequested: true },
      { _tag: "TurnEnded", stopReason: "cancelled", cancelRequested: true },
      { _tag: "TurnEnded", stopReason: "cancelled", cancelRequested: false }
    ])
    expect(four.error).toBeInstanceOf(RequestFailed)
  })

  it("switchMap to a new prompt writes it only after the cancelled one's answer", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const prompts = new Subject<string>()
    const seen = record(prompts.pipe(switchMap((text) => session.prompt(text))))
    prompts.next("one")
    prompts.next("two")
    expect(agent.written().slice(2)).toEqual(["session/prompt #2", "session/cancel"])
    agent.text("of one")
    agent.answer("session/prompt", { stopReason: "cancelled" })
    expect(agent.written().at(-1)).toBe("session/prompt #3")
    agent.text("of two")
    expect(tags(seen.values)).toEqual(["TurnStarted", "TurnStarted", "turn of two"])
  })

  it("cancelling a turn answers open and later permission requests with cancelled, after the cancel", async () => {
    const asked: Array<string> = []
    let told = 0
    const agent = wire({
      permissions: (request) => {
        asked.push(request.toolCall.toolCallId)
        return NEVER.pipe(finalize(() => told++))
      }
    })
    const { session, events } = await agent.open()
    record(session.prompt("go"))
    agent.askPermission(0, { toolCallId: "t1" })
    agent.askPermission(1, { toolCallId: "t2" })
    session.cancel()
    agent.askPermission(2, { toolCallId: "t3" })
    agent.answer("session/prompt", { stopReason: "cancelled" })
    const outcome = { outcome: { outcome: "cancelled" } }
    expect(agent.written().slice(3)).toEqual([
      "session/cancel",
      `#0 ${JSON.stringify(outcome)}`,
      `#1 ${JSON.stringify(outcome)}`,
      `#2 ${JSON.stringify(outcome)}`
    ])
    expect(asked).toEqual(["t1", "t2"])
    expect(told).toBe(2)
    expect(events.filter(({ _tag }) => _tag === "PermissionResolved")).toMatchObject([
      { id: 0, by: "cancel" },
      { id: 1, by: "cancel" },
      { id: 2, by: "cancel" }
    ])
  })

  it("cancels and answers are written when the queue of unwritten lines is full", async () => {
    const bytes = new Subject<Uint8Array>()
    const written: Array<string> = []
    const blocked: Array<() => void> = []
    let isBlocked = false
    const write = (line: string): unknown => {
      written.push(line)
      return isBlocked ? new Promise<void>((resolve) => blocked.push(resolve)) : undefined
    }
    const transport = createTransport({ source: { bytes }, write, close: () => {} }, { maxOutgoingBytes: 300 })
    const connection = connect(transport, { info: { name: "x", version: "0" } })
    const say = (message: object): void =>
      bytes.next(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`))
    record(connection.initialize())
    say({ id: 0, result: { protocolVersion: 1 } })
    const session = connection.session("s1")
    const turn = record(session.prompt("go"))
    isBlocked = true
    const calls = [record(connection.request("_a", "x".repeat(200))), record(connection.request("_b", "x".repeat(200)))]
    expect(calls[1]?.error).toMatchObject({ _tag: "MessageTooLarge", what: "queue", limit: 300 })
    say({ id: "r", method: "_unknown", params: "x".repeat(100) })
    turn.unsubscribe()
    isBlocked = false
    for (const unblock of blocked) unblock()
    await settled()
    expect(written.slice(3).map((line) => JSON.parse(line))).toMatchObject([
      { id: "r", error: { code: -32601 } },
      { method: "session/cancel" }
    ])
  })

  it("an agent that ignores the cancel runs into its timeout; the session goes on", async () => {
    const agent = wire({ timeouts: { cancel: 5 } })
    const { session } = await agent.open()
    const turn = record(session.prompt("go"))
    session.cancel()
    await expect.poll(() => turn.error).toBeInstanceOf(RequestTimedOut)
    expect(turn.error).toMatchObject({ waitedFor: "cancel", ms: 5 })
    record(session.prompt("next"))
    expect(agent.written().at(-1)).toBe("session/prompt #3")
    agent.say({ id: 2, result: { stopReason: "cancelled" } })
    expect(agent.diagnostics).toMatchObject([{ _tag: "LateResponse", id: 2 }])
  })
})

describe("timeouts of a turn", () => {
  it("the idle timeout fails and cancels a silent turn, not one that is held or waits for a person", async () => {
    const answer = new Subject<{ outcome: "cancelled" }>()
    const agent = wire({ timeouts: { idle: 30 }, permissions: () => answer })
    const { session } = await agent.open()
    const turn = record(session.prompt("go"))
    agent.askPermission(1, { toolCallId: "t1" })
    const release = agent.transport.flow.hold()
    await new Promise((resolve) => setTimeout(resolve, 60))
    release()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(turn.error).toBeUndefined()
    answer.next({ outcome: "cancelled" })
    await expect.poll(() => turn.error).toMatchObject({ _tag: "RequestTimedOut", waitedFor: "idle" })
    expect(agent.written().at(-1)).toBe("session/cancel")
  })
})

describe("the end of the transport", () => {
  it("the end of the transport fails every call and turn once, completes every stream, rejects later calls", async () => {
    const agent = wire()
    const { session } = await agent.open("s1", { modes: { currentModeId: "a", availableModes: [] } })
    const events = record(session.events)
    const turn = record(session.prompt("go"))
    const mode = record(session.setMode("x"))
    const ended = record(agent.connection.ended)
    const diagnostics = record(agent.connection.diagnostics)
    const failure = new AgentExited({ code: null, signal: "SIGKILL", stderrTail: "", phase: "running" })
    agent.transport.finish(failure)
    await settled()
    expect(turn.error).toBe(failure)
    expect(mode.error).toBe(failure)
    expect(turn.values.at(-1)).toMatchObject({ _tag: "TurnFailed", failure })
    expect([events.completed, diagnostics.completed, ended.completed]).toEqual([true, true, true])
    expect(ended.values).toEqual([{ failure }])
    const later = record(session.prompt("again"))
    expect(later.error).toBe(failure)
    await expect(firstValueFrom(agent.connection.request("_x"))).rejects.toBe(failure)
    expect(await lastValueFrom(session.events.pipe(toArray()))).toEqual([])
  })
})
