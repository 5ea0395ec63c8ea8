import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect } from "@rxacp/core"
import { replayJournal } from "@rxacp/core/journal"
import { recordTrace } from "@rxacp/core/testing"
import { type AgentOptions, type AgentProcess, journalFile, readJournal, spawnAgent } from "@rxacp/node"
import { catchError, EMPTY, finalize, firstValueFrom, from, lastValueFrom, map, NEVER, skip, tap, toArray } from "rxjs"
import { afterEach, describe, expect, it, vi } from "vitest"
import { agentOfCase, linesOfCase } from "../support/cases.ts"
import { isRunning, program } from "../support/programs.ts"

const agents: Array<AgentProcess> = []
const start = (options: AgentOptions) => {
  const agent = spawnAgent(options)
  agents.push(agent)
  return agent
}
const info = { name: "rxacp-test", version: "0" }
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
})

describe("a connection to an agent", () => {
  it("that can't be started fails its first call at once (case 42)", async () => {
    const connection = connect(start(agentOfCase("42-command-not-found")), { info })
    const failure = {
      _tag: "AgentSpawnFailed",
      command: "definitely-not-a-command-7f3a",
      code: "ENOENT",
      path: process.env.PATH
    }
    await expect(firstValueFrom(connection.initialize())).rejects.toMatchObject(failure)
  })

  it("that fails at its start tells why (case 43)", async () => {
    const connection = connect(start(agentOfCase("43-stderr-flood-and-startup-failure")), { info })
    const failure = {
      _tag: "AgentExited",
      code: 3,
      phase: "startup",
      stderrTail: expect.stringMatching(/fatal: no config$/)
    }
    await expect(firstValueFrom(connection.initialize())).rejects.toMatchObject(failure)
  })

  it("that takes too long to start tells the end of its stderr, with secrets masked", async () => {
    const says = `process.stderr.write("loading\\nno model for " + process.env.SOME_TOKEN + "\\n"); process.stdin.resume()`
    const env = { SOME_TOKEN: "abcdef-123456" }
    const agent = start({ command: process.execPath, args: ["-e", says], env })
    const spoke = firstValueFrom(agent.stderr.pipe(skip(1)))
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] })
    try {
      const call = firstValueFrom(connect(agent, { info, timeouts: { start: 60_000 } }).initialize())
      const failure = call.catch((error: unknown) => error)
      await spoke
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await failure).toMatchObject({
        _tag: "RequestTimedOut",
        waitedFor: "start",
        stderrTail: expect.stringMatching(/^loading\nno model for (?!abcdef)/),
        message: expect.stringMatching(/\(start\): no model for /)
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it("that is silent is told to want an argument", async () => {
    const agent = start({ command: process.execPath, args: ["-e", "process.stdin.resume()"] })
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] })
    try {
      const call = firstValueFrom(connect(agent, { info, timeouts: { start: 60_000 } }).initialize())
      const failure = call.catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await failure).toMatchObject({ stderrTail: "", hint: expect.stringMatching(/may want an argument/) })
    } finally {
      vi.useRealTimers()
    }
  })

  it("is recorded with its stderr and its exit", async () => {
    const says = `console.error("one"); process.stdin.on("data", () => { console.error("two"); process.exit(4) })`
    const recorded = recordTrace(start({ command: process.execPath, args: ["-e", says] }))
    await expect(firstValueFrom(connect(recorded, { info }).initialize())).rejects.toMatchObject({ code: 4 })
    await recorded.close()
    expect(
      recorded.trace.map((entry) => ("line" in entry ? `${entry.from} ${entry.line.slice(0, 3)}` : entry))
    ).toEqual(expect.arrayContaining(["stderr one", "stderr two", { from: "exit", code: 4, signal: null }]))
    expect(await lastValueFrom(recorded.stderr.pipe(toArray()))).toEqual(["one", "two"])
  })

  it("that dies in a turn fails what is open, once, after all that it wrote (case 36)", async () => {
    const id = "36-agent-dies-mid-prompt"
    const agent = start(program("dies-mid-prompt", JSON.stringify(linesOfCase(id))))
    const asked: Array<string> = []
    const permissions = () =>
      NEVER.pipe(
        tap({ subscribe: () => asked.push("asked") }),
        finalize(() => asked.push("gone"))
      )
    const connection = connect(agent, { info, permissions })
    const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))
    const failures: Array<unknown> = []
    const keep = catchError((failure: unknown) => {
      failures.push(failure)
      return EMPTY
    })
    const turn = lastValueFrom(
      session.prompt("go").pipe(
        map(({ _tag }) => _tag),
        keep,
        toArray()
      )
    )
    const mode = lastValueFrom(session.setMode("x").pipe(keep), { defaultValue: undefined })
    const events = await turn
    await mode
    expect(events).toEqual([
      "TurnStarted",
      "Update",
      "Update",
      "PermissionRequested",
      "PermissionResolved",
      "TurnFailed"
    ])
    expect(asked).toEqual(["asked", "gone"])
    const failure = {
      _tag: "AgentExited",
      code: null,
      signal: "SIGKILL",
      phase: "running",
      stderrTail: "out of memory"
    }
    expect(failures).toMatchObject([failure, failure])
    await expect(firstValueFrom(session.prompt("again"))).rejects.toMatchObject(failure)
    expect(await lastValueFrom(from(connection.ended))).toMatchObject({ failure })
  })

  it("that was recorded in a file gives the same events again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rxacp-recorded-"))
    const path = join(folder, "journal.ndjson")
    const journal = journalFile(path)
    const lines = linesOfCase("36-agent-dies-mid-prompt")
    const agent = start({ ...program("dies-mid-prompt", JSON.stringify(lines)), journal })
    const connection = connect(agent, { info, permissions: () => NEVER })
    const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))
    const live = lastValueFrom(session.events.pipe(toArray()))
    const unheard = { error: () => {} }
    session.prompt("go").subscribe(unheard)
    session.setMode("x").subscribe(unheard)
    const events = await live
    await agent.close()
    await journal.close()
    const records = readJournal(path)
    expect(await lastValueFrom(replayJournal(records).pipe(toArray()))).toEqual(events)
    expect(events.at(-1)).toMatchObject({ _tag: "TurnFailed", failure: { _tag: "AgentExited", signal: "SIGKILL" } })
    rmSync(folder, { recursive: true })
  })

  it("whose handshake fails ends the agent", async () => {
    const answer = `{"jsonrpc":"2.0","id":' + JSON.parse(line).id + ',"result":{"protocolVersion":99}}\\n`
    const script = `process.stdin.on("data", (line) => process.stdout.write('${answer}'))`
    const agent = start({ command: process.execPath, args: ["-e", script], waits: { stdin: 10_000 } })
    const failure = { _tag: "UnsupportedProtocolVersion", answered: 99 }
    await expect(firstValueFrom(connect(agent, { info }).initialize())).rejects.toMatchObject(failure)
    expect(await firstValueFrom(agent.exit)).toMatchObject({ code: 0, endedBy: "client" })
  })

  it("is ended with it", async () => {
    const agent = start({ ...program("says-signals"), waits: { stdin: 10_000 } })
    await firstValueFrom(agent.stderr)
    await connect(agent, { info }).close()
    expect(isRunning(agent.pid ?? 0)).toBe(false)
    expect(await firstValueFrom(agent.exit)).toMatchObject({ code: 0, endedBy: "client" })
  })
})
