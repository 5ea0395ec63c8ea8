import {
  emptySession,
  foldSession,
  messageText,
  openToolCalls,
  replyText,
  type SessionState,
  toolCall as toolCallOf
} from "@rxacp/fold"
import { firstValueFrom, from, lastValueFrom, type ObservableInput, reduce, tap } from "rxjs"
import { describe, expect, it } from "vitest"
import { AgentExited, connect, type RequestPermissionOutcome, type SessionEvent } from "../../src/index.ts"
import {
  type AgentScript,
  answerAgain,
  askPermission,
  barrier,
  call,
  dieMidLine,
  end,
  exit,
  fail,
  flood,
  ignoreCancel,
  never,
  noise,
  oversize,
  patch,
  plan,
  say,
  script,
  scriptedAgent,
  stream,
  think,
  toolCall,
  tryOutScript,
  update,
  usage,
  wait
} from "../../src/testing/index.ts"
import { record, settled } from "../support/wire.ts"

const allow = (): ObservableInput<RequestPermissionOutcome> => [{ outcome: "selected", optionId: "allow" }]
const reject = (): ObservableInput<RequestPermissionOutcome> => [{ outcome: "selected", optionId: "reject" }]

/** A client of a scripted agent with one open session, and the state that its events fold to. */
const play = async (
  what: AgentScript,
  permissions: typeof allow = allow,
  options: Parameters<typeof scriptedAgent>[1] = {}
) => {
  const agent = scriptedAgent(what, options)
  const files = { readTextFile: () => from([{ content: "text" }]) }
  const connection = connect(agent, { info: { name: "test", version: "0" }, permissions, files })
  const diagnostics = record(connection.diagnostics)
  const session = await firstValueFrom(connection.open({ cwd: "/w" }))
  const events: Array<SessionEvent> = []
  session.events.subscribe((event) => events.push(event))
  const state = (): SessionState => events.reduce(foldSession, emptySession())
  const run = (text = "hello") => lastValueFrom(session.prompt(text).pipe(reduce(foldSession, emptySession())))
  return { agent, connection, session, diagnostics: diagnostics.values, events, state, run }
}

describe("a scripted agent", () => {
  it("does what its script says, and ends", async () => {
    const { run } = await play(
      script([
        think("hm"),
        plan(["one"]),
        toolCall({ toolCallId: "c", title: "Read" }),
        patch("c", { status: "completed" }),
        usage(1, 2),
        say("You said {prompt}."),
        end("max_tokens")
      ])
    )
    const state = await run(`"hi"`)
    expect(replyText(state)).toBe(`You said "hi".`)
    expect(toolCallOf(state, "c")).toMatchObject({ title: "Read", status: "completed" })
    expect(state.plan).toMatchObject([{ content: "one", status: "pending" }])
    expect(state.usage).toMatchObject({ used: 1, size: 2 })
    expect(state.turns.at(-1)).toMatchObject({ stopReason: "max_tokens" })
  })

  it("runs one turn of the script for each prompt, the last one over and over", async () => {
    const { run } = await play(script([say("one")], [say("two")]))
    expect([replyText(await run()), replyText(await run()), replyText(await run())]).toEqual(["one", "two", "two"])
  })

  it("does thousands of steps that take no time", async () => {
    const many = Array.from({ length: 10_000 }, () => say("x"))
    const { run } = await play(script([wait(1), ...many]))
    expect(replyText(await run())).toHaveLength(10_000)
  })

  it("says the same however its bytes are cut", async () => {
    const { run } = await play({ ...script([say("grün "), stream("ein zwei")]), chunkBytes: 1 })
    expect(replyText(await run())).toBe("grün ein zwei")
  })

  it("goes on with the branch that the answer to its question chose", async () => {
    const steps = script([askPermission({ toolCallId: "c" }, { allowed: [say("yes")], rejected: [say("no")] })])
    expect(replyText(await (await play(steps, allow)).run())).toBe("yes")
    expect(replyText(await (await play(steps, reject)).run())).toBe("no")
  })

  it("asks its client for other things and says the answer", async () => {
    const { run } = await play(
      script([call("fs/read_text_file", { path: "/w/a" }), call("terminal/create", { command: "ls" })])
    )
    const reply = replyText(await run())
    expect(reply).toContain(`{"content":"text"}`)
    expect(reply).toContain("-32601")
  })

  it("waits at a barrier for the test or for the client", async () => {
    const { agent, connection, session, state } = await play(
      script([say("a"), barrier("1"), say("b"), barrier("2"), say("c")])
    )
    const turn = record(session.prompt("go"))
    await settled()
    expect(replyText(state())).toBe("a")
    agent.release("1")
    await settled()
    expect(replyText(state())).toBe("ab")
    connection.notify("_rxacp/release", { barrier: "2" })
    await settled()
    expect([replyText(state()), turn.completed]).toEqual(["abc", true])
  })

  it("keeps what it was sent", async () => {
    const { agent, run } = await play(script([]))
    await run("hi")
    expect(agent.received.map((message) => ("method" in message ? message.method : message._tag))).toEqual([
      "initialize",
      "session/new",
      "session/prompt"
    ])
  })

  it("lists its sessions and loads them with their history", async () => {
    const { connection, run } = await play(script([say("answer")]))
    await run("question")
    const { sessions } = await lastValueFrom(connection.listSessions())
    expect(sessions).toEqual([{ sessionId: "s1", cwd: "/w", title: "question" }])
    const state = await lastValueFrom(
      connection.session("s1").load({ cwd: "/w" }).pipe(reduce(foldSession, emptySession()))
    )
    expect([...state.timeline].map((entry) => (entry.type === "message" ? messageText(entry) : ""))).toEqual([
      "question",
      "answer"
    ])
  })

  it("a scripted agent answers only what its options allow", async () => {
    const { connection } = await play({ ...script([]), answers: [] })
    expect(await firstValueFrom(connection.initialize())).toMatchObject({
      agentCapabilities: { loadSession: false, sessionCapabilities: { additionalDirectories: {} }, auth: {} }
    })
  })

  it("a scripted agent can require authentication first", async () => {
    const connection = connect(scriptedAgent({ ...script([]), auth: ["key"] }), {
      info: { name: "test", version: "0" }
    })
    const open = connection.open({ cwd: "/w" })
    await expect(firstValueFrom(open)).rejects.toMatchObject({ _tag: "AuthRequired", authMethods: [{ id: "key" }] })
    await firstValueFrom(connection.authenticate("key"))
    expect((await firstValueFrom(open)).id).toBe("s1")
    await firstValueFrom(connection.logout())
    await expect(firstValueFrom(open)).rejects.toMatchObject({ _tag: "AuthRequired" })
  })

  it("has the modes, the options and the first words that its script gives it", async () => {
    const { session, state } = await play({
      ...script([]),
      modes: { currentModeId: "ask", availableModes: [{ id: "ask", name: "Ask" }] },
      configOptions: [
        { type: "boolean", id: "fast", name: "Fast", currentValue: false },
        { type: "boolean", id: "loud", name: "Loud", currentValue: false }
      ],
      opened: [update({ sessionUpdate: "available_commands_update", availableCommands: [] })]
    })
    await settled()
    expect(await firstValueFrom(session.setMode("ask"))).toEqual({})
    await firstValueFrom(session.setConfigOption("fast", true))
    expect(state()).toMatchObject({
      availableCommands: [],
      configOptions: [
        { id: "fast", currentValue: true },
        { id: "loud", currentValue: false }
      ]
    })
  })

  it("takes up, closes and deletes the sessions it knows, and no others", async () => {
    const { connection } = await play(script([]))
    await lastValueFrom(connection.session("s1").resume({ cwd: "/w" }))
    await firstValueFrom(connection.closeSession("s1"))
    await firstValueFrom(connection.deleteSession("s1"))
    expect(await lastValueFrom(connection.listSessions())).toEqual({ sessions: [] })
    await expect(lastValueFrom(connection.session("s1").resume({ cwd: "/w" }))).rejects.toMatchObject({ code: -32002 })
    await expect(lastValueFrom(connection.session("s1").prompt("go"))).rejects.toMatchObject({ code: -32002 })
  })

  it("is plain JSON", () => {
    expect(JSON.parse(JSON.stringify(tryOutScript))).toEqual(tryOutScript)
  })
})

describe("a faulty agent", () => {
  it("writes noise that its client survives", async () => {
    const { run, diagnostics } = await play(script([noise("boom"), say("a")]))
    expect(replyText(await run())).toBe("a")
    expect(diagnostics).toMatchObject([{ _tag: "Noise", text: "boom" }])
  })

  it("writes a line over the limit", async () => {
    const { run, diagnostics } = await play(script([oversize(5_000), say("a")]), allow, { maxLineBytes: 1_000 })
    expect(replyText(await run())).toBe("a")
    expect(diagnostics).toMatchObject([{ _tag: "OversizeLine", bytes: 5_000 }])
  })

  it("dies in the middle of a line", async () => {
    const { session, diagnostics } = await play(script([say("a"), dieMidLine(7)]))
    const turn = record(session.prompt("go"))
    await settled()
    expect(turn.error).toBeInstanceOf(AgentExited)
    expect(turn.error).toMatchObject({ code: 7 })
    expect(diagnostics).toMatchObject([{ _tag: "Noise" }])
  })

  it("exits in the middle of a turn", async () => {
    const { session, events } = await play(script([say("a"), exit(0)]))
    const turn = record(session.prompt("go"))
    await settled()
    expect(turn.error).toMatchObject({ _tag: "AgentExited", code: 0 })
    expect(events.map(({ _tag }) => _tag)).toEqual(["SessionOpened", "TurnStarted", "Update", "TurnFailed"])
  })

  it("never ends a turn until it is cancelled, and may still say something then", async () => {
    const { session, events } = await play({ ...script([never()]), afterCancel: [say("late")] })
    const turn = record(session.prompt("go"))
    await settled()
    turn.unsubscribe()
    await settled()
    expect(events.map(({ _tag }) => _tag)).toEqual([
      "SessionOpened",
      "TurnStarted",
      "CancelRequested",
      "TurnEnded",
      "Update"
    ])
    expect(events.at(-2)).toMatchObject({ stopReason: "cancelled", cancelRequested: true })
    expect(events.at(-1)).toMatchObject({ phase: "late" })
  })

  it("goes on when it is cancelled", async () => {
    const { agent, session, events } = await play(script([ignoreCancel(), barrier("b"), say("a"), end("end_turn")]))
    record(session.prompt("go"))
    await settled()
    session.cancel()
    agent.release("b")
    await settled()
    expect(events.at(-1)).toMatchObject({ _tag: "TurnEnded", stopReason: "end_turn", cancelRequested: true })
  })

  it("answers twice, and late", async () => {
    const { run, diagnostics, events } = await play(script([end(), answerAgain(), say("tail")]))
    await run()
    await settled()
    expect(diagnostics).toMatchObject([{ _tag: "DuplicateResponse" }])
    expect(events.at(-1)).toMatchObject({ _tag: "Update", phase: "late" })
  })

  it("refuses a prompt, or says what no schema knows", async () => {
    const { session } = await play(script([update({ sessionUpdate: "teleport" }), fail(-32603, "boom")]))
    const turn = record(session.prompt("go"))
    await settled()
    expect(turn.values.map(({ _tag }) => _tag)).toEqual(["TurnStarted", "UnknownUpdate", "TurnFailed"])
    expect(turn.error).toMatchObject({ code: -32603, message: "boom" })
  })

  it("floods no faster than its client takes it", async () => {
    const { agent, session } = await play(script([flood(2_000, 100)]))
    let seen = 0
    const whole = lastValueFrom(session.prompt("go").pipe(tap(() => seen++)))
    const release = agent.flow.hold()
    await settled()
    expect(seen).toBeLessThan(10)
    release()
    expect(await whole).toMatchObject({ _tag: "TurnEnded" })
    expect(seen).toBe(2_002)
  })
})

describe("the try-out agent", () => {
  it("shows everything a client has to show", async () => {
    const { run } = await play(tryOutScript)
    const state = await run("hello")
    expect(
      [...state.timeline].map((entry) =>
        entry.type === "toolCall"
          ? `${entry.toolCallId} ${entry.status}`
          : entry.type === "message"
            ? entry.role
            : entry.type
      )
    ).toEqual(["thought", "read-notes completed", "edit-notes completed", "agent"])
    expect(replyText(state)).toBe("You asked: “hello”. I read the notes and wrote your question down in NOTES.md.")
    expect(toolCallOf(state, "edit-notes")?.content).toMatchObject([{ type: "diff" }])
    expect(state.plan?.every(({ status }) => status === "completed")).toBe(true)
    expect(state.usage).toMatchObject({ used: 2_300, cost: { amount: 0.01 } })
    expect(openToolCalls(state)).toEqual([])
  })

  it("says so when it was not allowed to edit", async () => {
    const { run } = await play(tryOutScript, reject)
    const state = await run("hello")
    expect(toolCallOf(state, "edit-notes")?.status).toBe("failed")
    expect(replyText(state)).toContain("because you did not allow it")
  })

  it("stops at once when it is cancelled", async () => {
    const { session, events } = await play({ ...tryOutScript, turns: [[say("a"), wait(3_600_000), say("b")]] })
    record(session.prompt("go"))
    await settled()
    session.cancel()
    await settled()
    expect(events.at(-1)).toMatchObject({ _tag: "TurnEnded", stopReason: "cancelled" })
  })
})
