import { connect, type SessionEvent } from "@rxacp/core"
import {
  type AgentScript,
  askPermission,
  dieMidLine,
  exit,
  flood,
  grandchild,
  never,
  noise,
  raw,
  say,
  script,
  stderr
} from "@rxacp/core/testing"
import { emptySession, foldSession, replyText } from "@rxacp/fold"
import { filter, firstValueFrom, lastValueFrom, reduce, tap } from "rxjs"
import { afterEach, describe, expect, it } from "vitest"
import { type AgentProcess, spawnAgent } from "../../src/index.ts"
import { scriptedAgentCommand, tryAgentCommand } from "../../src/testing/index.ts"
import { isRunning, pidsOf } from "../support/programs.ts"

const agents: Array<AgentProcess> = []
afterEach(() => Promise.all(agents.splice(0).map((agent) => agent.close())))

const start = (command: ReturnType<typeof tryAgentCommand>) => {
  const agent = spawnAgent({ ...command, waits: { stdin: 200 } })
  agents.push(agent)
  const connection = connect(agent, {
    info: { name: "test", version: "0" },
    permissions: () => [{ outcome: "selected", optionId: "allow" }]
  })
  return { agent, connection, open: () => firstValueFrom(connection.open({ cwd: "/w" })) }
}
const play = (what: AgentScript) => start(scriptedAgentCommand(what))

const folded = reduce<SessionEvent, ReturnType<typeof emptySession>>(foldSession, emptySession())

describe("a scripted agent in a process", () => {
  it("plays what it plays in memory", async () => {
    const { agent, open } = play({
      ...script([
        noise(),
        stderr("hello from stderr"),
        say("ä "),
        raw("\n"),
        askPermission({ toolCallId: "c" }, { allowed: [say("{prompt}")] })
      ]),
      chunkBytes: 1
    })
    const heard = firstValueFrom(agent.stderr)
    const session = await open()
    expect(replyText(await lastValueFrom(session.prompt("hi").pipe(folded)))).toBe("ä hi")
    expect(await heard).toBe("hello from stderr")
  })

  it("takes a script of any length", async () => {
    const long = "x".repeat(200_000)
    const { open } = play(script([say(long)]))
    const session = await open()
    expect(replyText(await lastValueFrom(session.prompt("hi").pipe(folded)))).toBe(long)
  })

  it.each([
    ["exits", exit(3), 3],
    ["dies in the middle of a line", dieMidLine(4), 4]
  ])("%s with its code", async (_, step, code) => {
    const { agent, open } = play(script([say("a"), step]))
    const session = await open()
    await expect(lastValueFrom(session.prompt("hi"))).rejects.toMatchObject({ _tag: "AgentExited", code })
    expect(await firstValueFrom(agent.exit)).toMatchObject({ code })
  })

  it("is held back by a client that does not read", async () => {
    const { agent, open } = play(script([flood(500, 10_000)]))
    const session = await open()
    let seen = 0
    const turn = lastValueFrom(
      session.prompt("hi").pipe(
        tap((event) => {
          seen++
          if (event._tag === "Update" && seen === 2) setTimeout(agent.flow.hold(), 50)
        })
      )
    )
    expect(await turn).toMatchObject({ _tag: "TurnEnded", stopReason: "end_turn" })
    expect(seen).toBe(502)
  })

  it("leaves no grandchild behind, also one that ignores signals", async () => {
    const { agent, open } = play(script([grandchild(), never()]))
    const line = firstValueFrom(agent.stderr.pipe(filter((text) => text.includes("pid"))))
    const session = await open()
    session.prompt("hi").subscribe({ error: () => {} })
    const pids = pidsOf(await line)
    expect(pids).toHaveLength(1)
    await agent.close()
    expect(pids.filter(isRunning)).toEqual([])
  })
})

describe("the try-out agent", () => {
  it("answers prompt after prompt, lists its sessions and loads one from earlier", async () => {
    const { connection, open } = start(tryAgentCommand())
    const session = await open()
    const first = await lastValueFrom(session.prompt("hello").pipe(folded))
    expect(replyText(first)).toContain("You asked: “hello”.")
    const second = await lastValueFrom(session.prompt("more").pipe(folded))
    expect(replyText(second)).toContain("You also asked: “more”.")
    const { sessions } = await lastValueFrom(connection.listSessions())
    expect(sessions.map(({ sessionId, title }) => [sessionId, title])).toEqual([
      ["an-earlier-session", "An earlier conversation"],
      ["s1", "hello"]
    ])
    const loaded = await lastValueFrom(
      connection.session("an-earlier-session").load({ cwd: "/workspace" }).pipe(folded)
    )
    expect(loaded.timeline.length).toBe(2)
  })
})
