/** Connections that are cut again and again. `RXACP_CUTS=1000` cuts as often, for each way; default 30. */
import { connect, type SessionEvent } from "@rxacp/core"
import type { AgentHandlers } from "@rxacp/core/agent"
import { emptySession, foldSession, serializeSession } from "@rxacp/fold"
import { agentTransport, httpTransport, type NetworkTransport, webSocketTransport } from "@rxacp/http"
import { concat, concatMap, delay, firstValueFrom, ignoreElements, lastValueFrom, of, range, tap } from "rxjs"
import { describe, expect, it } from "vitest"
import { type Listening, ourServer } from "../interop/network.ts"

const CUTS = Number(process.env.RXACP_CUTS ?? 30)
const CHUNKS = 60

/** Speaks for a while, asks in between, and counts what it was asked to do. */
const talkative = () => {
  const prompts: Array<string> = []
  const answers: Array<string> = []
  const handlers: AgentHandlers = {
    info: { name: "talkative", version: "1" },
    newSession: () => of({ sessionId: "s" }),
    prompt: ({ prompt }, context) => {
      const text = prompt[0]?.type === "text" ? prompt[0].text : ""
      prompts.push(text)
      const half = (from: number) =>
        range(from, CHUNKS).pipe(
          concatMap((n) =>
            of({
              sessionUpdate: "agent_message_chunk" as const,
              content: { type: "text" as const, text: `${text}.${n} ${"x".repeat(n * 40)}` }
            }).pipe(delay(n % 7 === 0 ? 1 : 0))
          )
        )
      return concat(
        half(0),
        context
          .requestPermission({
            toolCall: { toolCallId: `call ${text}`, title: text },
            options: [{ optionId: text, name: "Yes", kind: "allow_once" }]
          })
          .pipe(
            tap(({ outcome }) => answers.push(outcome.outcome === "selected" ? outcome.optionId : outcome.outcome)),
            ignoreElements()
          ),
        half(CHUNKS),
        of({ stopReason: "end_turn" as const })
      )
    }
  }
  return { handlers, prompts, answers }
}

const run = async (open: (server: Listening) => NetworkTransport, cuts: number) => {
  const agent = talkative()
  const ended: Array<string> = []
  const server = await ourServer(() => agentTransport(agent.handlers))
  server.server.events.subscribe((event) => ended.push(event._tag))
  const transport = open(server)
  let lost = 0
  let up = false
  transport.link.subscribe((state) => {
    up = state === "open"
    if (state === "cut") lost++
  })
  const asked: Array<string> = []
  const connection = connect(transport, {
    info: { name: "test", version: "1" },
    permissions: ({ toolCall, options }) => {
      asked.push(toolCall.toolCallId)
      return of({ outcome: "selected" as const, optionId: options[0]?.optionId ?? "" }).pipe(delay(1))
    }
  })
  const session = await firstValueFrom(connection.open({ cwd: "/" }))
  const events: Array<SessionEvent> = []
  session.events.subscribe((event) => events.push(event))
  let turns = 0
  for (; turns < 3 || lost < cuts; turns++) {
    const cutter = setInterval(
      () => {
        if (up && lost < cuts) server.cut()
      },
      3 + Math.random() * 25
    )
    await lastValueFrom(session.prompt(`turn ${turns}`))
    clearInterval(cutter)
  }
  await connection.close()
  await server.stop()
  expect(events.at(-1)?._tag).toBe("TurnEnded")
  return { events, turns, agent, asked, ended, lost }
}

/** What a run of so many turns gives when nothing is cut. */
const foldOf = (events: ReadonlyArray<SessionEvent>) => serializeSession(events.reduce(foldSession, emptySession()))

describe.each<readonly [string, (server: Listening) => NetworkTransport]>([
  ["a WebSocket", ({ ws }) => webSocketTransport(ws)],
  ["HTTP", ({ http }) => httpTransport(http)]
])("a connection over %s that is cut at random", (_, open) => {
  it("loses nothing and gets nothing twice, in either direction", { timeout: 600_000 }, async () => {
    const { events, turns, agent, asked, ended, lost } = await run(open, CUTS)
    const whole = await run(open, 0)
    expect(lost).toBeGreaterThanOrEqual(CUTS)
    const names = Array.from({ length: turns }, (_, n) => `turn ${n}`)
    expect(agent.prompts).toEqual(names)
    expect(agent.answers).toEqual(names)
    expect(asked).toEqual(names.map((name) => `call ${name}`))
    expect(ended).toEqual(["ConnectionOpened", "ConnectionEnded"])
    const said = (list: ReadonlyArray<SessionEvent>) =>
      list.flatMap((event) => (event._tag === "Update" ? [JSON.stringify(event.update)] : []))
    expect(said(events)).toHaveLength(turns * 2 * CHUNKS)
    expect(said(events).slice(0, said(whole.events).length)).toEqual(said(whole.events))
    expect(events.map(({ n }) => n)).toEqual(events.map((_, index) => index + 1))
    expect(foldOf(events.slice(0, whole.events.length))).toEqual(foldOf(whole.events))
  })
})
