// Tests of a whole client: the agent is a script, in memory or as a process; or what a real agent once said.
import { connect, permissionPolicy, type SessionEvent, type Transport } from "@rxacp/core"
import {
  askPermission,
  barrier,
  dieMidLine,
  noise,
  parseTrace,
  patch,
  playTrace,
  recordTrace,
  say,
  script,
  scriptedAgent,
  toolCall,
  traceText
} from "@rxacp/core/testing"
import { emptySession, foldSession, replyText, toolCall as toolCallOf } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, type Observable, reduce, scan, skipWhile, take } from "rxjs"
import { describe, expect, it } from "vitest"

/** The client to be tested: opens a session, asks, refuses every edit. */
const ask = (agent: Transport, question: string): Observable<SessionEvent> =>
  connect(agent, {
    info: { name: "my-client", version: "1.0.0" },
    permissions: permissionPolicy([{ match: { kind: "edit" }, answer: "reject" }, { answer: "allow" }])
  })
    .open({ cwd: "/workspace" })
    .pipe(concatMap((session) => session.prompt(question)))

const folded = reduce<SessionEvent, ReturnType<typeof emptySession>>(foldSession, emptySession())

const edits = script([
  say("You asked: {prompt}. "),
  toolCall({ toolCallId: "edit", title: "Edit a.txt", kind: "edit", status: "pending" }),
  askPermission(
    { toolCallId: "edit" },
    {
      allowed: [patch("edit", { status: "completed" }), say("Done.")],
      rejected: [patch("edit", { status: "failed" }), say("I may not.")]
    }
  )
])

describe("my client", () => {
  it.each([
    ["in memory", () => scriptedAgent(edits)],
    ["in memory, cut at every byte", () => scriptedAgent({ ...edits, chunkBytes: 1 })],
    ["as a process", () => spawnAgent(scriptedAgentCommand(edits))]
  ])("refuses edits of an agent %s", async (_, start) => {
    const agent = start()
    const state = await lastValueFrom(ask(agent, "Tidy up").pipe(folded))
    expect(replyText(state)).toBe("You asked: Tidy up. I may not.")
    expect(toolCallOf(state, "edit")?.status).toBe("failed")
    await agent.close()
  })

  it("shows what has come so far", async () => {
    const agent = scriptedAgent(script([say("one "), barrier("more"), say("two")]))
    const states = ask(agent, "Count").pipe(scan(foldSession, emptySession()))
    const first = await lastValueFrom(
      states.pipe(
        skipWhile((state) => replyText(state) === ""),
        take(1)
      )
    )
    expect(replyText(first)).toBe("one ")
  })

  it("survives noise, and says why when the agent dies in the middle of a line", async () => {
    const agent = scriptedAgent(script([noise("[warn] low on memory"), say("Hel"), dieMidLine(137)]))
    await expect(lastValueFrom(ask(agent, "Hello?"))).rejects.toMatchObject({ _tag: "AgentExited", code: 137 })
  })

  it("does today what it did when the fixture was recorded", async () => {
    const live = recordTrace(scriptedAgent(edits))
    await lastValueFrom(ask(live, "Tidy up"))
    const fixture = traceText(live.trace) // to be kept in a file
    const played = playTrace(parseTrace(fixture))
    await lastValueFrom(ask(played, "Tidy up"))
    await played.done
  })
})
