import { readFileSync } from "node:fs"
import { firstValueFrom, from, lastValueFrom, type ObservableInput } from "rxjs"
import { describe, expect, it } from "vitest"
import { connect, type RequestPermissionOutcome, splitLines, type Transport } from "../../src/index.ts"
import {
  askPermission,
  chunksOf,
  everyCut,
  exit,
  parseTrace,
  playTrace,
  recordTrace,
  say,
  script,
  scriptedAgent,
  traceText
} from "../../src/testing/index.ts"
import { settled } from "../support/wire.ts"

const allow = (): ObservableInput<RequestPermissionOutcome> => [{ outcome: "selected", optionId: "allow" }]
const client = (transport: Transport) =>
  connect(transport, { info: { name: "test", version: "0" }, permissions: allow })

const turn = async (transport: Transport): Promise<ReturnType<typeof client>> => {
  const connection = client(transport)
  const session = await firstValueFrom(connection.open({ cwd: "/w" }))
  await lastValueFrom(session.prompt("go"))
  return connection
}

describe("a recorded run", () => {
  it("plays again as it was, for a client that does the same", async () => {
    const recorded = recordTrace(
      scriptedAgent(script([say("a"), askPermission({ toolCallId: "c" }, { allowed: [say("b")] })]))
    )
    await turn(recorded)
    const fixture = traceText(recorded.trace)
    expect(recorded.trace.map((record) => record.from)).toEqual([
      ...["client", "agent", "client", "agent"],
      ...["client", "agent", "agent", "client", "agent", "agent"]
    ])
    const again = recordTrace(playTrace(parseTrace(fixture)))
    await turn(again)
    expect(traceText(again.trace)).toBe(fixture)
  })

  it("says how it ended", async () => {
    const recorded = recordTrace(scriptedAgent(script([exit(3)])))
    await expect(turn(recorded)).rejects.toThrow()
    expect(recorded.trace.at(-1)).toEqual({ from: "exit", code: 3, signal: null })
  })
})

describe("a played trace", () => {
  const trace = parseTrace(
    [
      { from: "client", line: `{"jsonrpc":"2.0","id":7,"method":"initialize"}` },
      { from: "note", line: "the ids of a run need not be those of the trace" },
      { from: "agent", line: `{"jsonrpc":"2.0","id":7,"result":{"protocolVersion":1}}` },
      { from: "client", line: `{"jsonrpc":"2.0","id":8,"method":"session/new"}` },
      { from: "agent", line: `{"jsonrpc":"2.0","id":8,"result":{"sessionId":"s1"}}` }
    ]
      .map((record) => JSON.stringify(record))
      .join("\n")
  )

  it("waits for the client, and answers under its ids", async () => {
    const played = playTrace(trace)
    expect((await firstValueFrom(client(played).open({ cwd: "/w" }))).id).toBe("s1")
    await played.done
  })

  it("says what the client did otherwise", async () => {
    const played = playTrace(trace)
    const connection = client(played)
    await firstValueFrom(connection.initialize())
    connection.notify("_x")
    await expect(played.done).rejects.toThrow(/the client wrote\n.*"_x".*\nwhere the trace has\n.*session\/new/)
  })

  it("fails the open calls of a client that does otherwise with what it expected", async () => {
    const connection = client(playTrace(trace))
    await firstValueFrom(connection.initialize())
    const call = firstValueFrom(connection.request("_x"))
    await expect(call).rejects.toMatchObject({
      _tag: "ConnectionClosed",
      reason: expect.stringMatching(/the client wrote\n.*"_x".*\nwhere the trace has\n.*session\/new/)
    })
  })

  it("ends an agent that exited with what it wrote to stderr", async () => {
    const [hello] = trace
    const played = playTrace([
      ...(hello === undefined ? [] : [hello]),
      { from: "stderr", line: "no config" },
      { from: "exit", code: 3, signal: null }
    ])
    await expect(firstValueFrom(client(played).initialize())).rejects.toMatchObject({
      _tag: "AgentExited",
      code: 3,
      stderrTail: "no config\n"
    })
  })

  it("says that the client left", async () => {
    const played = playTrace(trace)
    const connection = client(played)
    await firstValueFrom(connection.initialize())
    await connection.close()
    await expect(played.done).rejects.toThrow(/the client left before it wrote\n.*session\/new/)
  })

  it("plays a real agent", async () => {
    const recorded = new URL("../../../../test/traces/opencode-1.18-plan.ndjson", import.meta.url)
    const played = playTrace(parseTrace(readFileSync(recorded, "utf8")))
    const connection = client(played)
    const session = await firstValueFrom(connection.open({ cwd: "/home/user/project" }))
    await lastValueFrom(session.prompt("go"))
    await settled()
    await played.done
  })
})

describe("cuts", () => {
  const bytes = new TextEncoder().encode("ä\nb\n")

  it("are all there are, and lose nothing", async () => {
    expect(everyCut(bytes)).toHaveLength(bytes.length - 1)
    for (const chunks of [...everyCut(bytes), chunksOf(bytes, 1), chunksOf(bytes, 99)]) {
      const lines: Array<unknown> = []
      from(chunks)
        .pipe(splitLines())
        .subscribe((line) => lines.push("text" in line ? line.text : line))
      expect(lines).toEqual(["ä", "b"])
    }
  })

  it("have a size", () => {
    expect(() => chunksOf(bytes, 0)).toThrow(RangeError)
  })
})
