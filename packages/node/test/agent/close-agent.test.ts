import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type AgentOptions, type AgentProcess, spawnAgent } from "@rxacp/node"
import { filter, firstValueFrom, lastValueFrom, take, toArray } from "rxjs"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { createControlGroup } from "../../src/process/control-group.ts"
import { agentOfCase } from "../support/cases.ts"
import { isRunning, pidsOf, program } from "../support/programs.ts"

const agents: Array<AgentProcess> = []
const start = (options: AgentOptions): AgentProcess => {
  const agent = spawnAgent(options)
  agents.push(agent)
  return agent
}
/** Waits until `count` processes of the agent have said their pid. */
const pids = async (agent: AgentProcess, count: number): Promise<ReadonlyArray<number>> =>
  pidsOf(
    (
      await lastValueFrom(
        agent.stderr.pipe(
          filter((line) => pidsOf(line).length > 0),
          take(count),
          toArray()
        )
      )
    ).join("\n")
  )

/** Whether this machine lets us make control groups; where it does not, such a process is not found. */
const controlGroup = createControlGroup("test")
controlGroup?.remove()
const folder = mkdtempSync(join(tmpdir(), "rxacp-close-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
})

/** Long enough for anything that leaves by itself, also on a busy machine; a test waits for it only when it fails. */
const patient = 10_000

describe("close()", () => {
  it("never signals an agent that leaves when its stdin ends (case 40)", async () => {
    const agent = start({ ...program("says-signals"), waits: { stdin: patient } })
    await firstValueFrom(agent.stderr)
    expect(await agent.close()).toMatchObject({ code: 0, signal: null, stderrTail: "ready\nbye" })
  })

  it("sends SIGTERM to an agent that ignores the end of stdin (case 40)", async () => {
    const { command, args = [] } = agentOfCase("40-agent-ignores-stdin-end")
    const script = `${args[1]};console.error("ready")`
    const agent = start({ command, args: ["-e", script], waits: { stdin: 50, terminate: patient } })
    await firstValueFrom(agent.stderr)
    expect(await agent.close()).toMatchObject({ code: 0, signal: null, endedBy: "client" })
  })

  it("ends the agent behind a wrapper (case 39)", async () => {
    const agent = start({ ...agentOfCase("39-wrapper-orphans-the-real-agent"), waits: { stdin: 50, terminate: 50 } })
    const [inner = 0] = await pids(agent, 1)
    expect(isRunning(inner)).toBe(true)
    await agent.close()
    expect(isRunning(inner)).toBe(false)
  })

  it.each([
    ["children and grandchildren", []],
    ["those that ignore SIGTERM", ["stubborn"]],
    ["those in a session of their own", ["away"]],
    ["those in a session of their own that ignore SIGTERM", ["away", "stubborn"]]
  ])("ends %s", async (_, traits) => {
    const agent = start({ ...program("family", "wrapper", ...traits), waits: { stdin: 50, terminate: 200 } })
    const family = await pids(agent, 3)
    expect(family.map(isRunning)).toEqual([true, true, true])
    const exit = await agent.close()
    expect(family.map(isRunning)).toEqual([false, false, false])
    expect(exit.survivors).toBeUndefined()
  })

  it.each([
    ["in its group", ["leaves"]],
    ["in a session of its own", ["leaves", "away", "stubborn"]]
  ])("ends what a wrapper that left first has orphaned, %s", async (_, traits) => {
    const agent = start({ ...program("family", "wrapper", ...traits), outputWait: 100, waits: { terminate: 200 } })
    const family = await pids(agent, 3)
    agent.write("leave")
    expect(await firstValueFrom(agent.exit)).toMatchObject({ code: 0, endedBy: "agent", phase: "startup" })
    await agent.close()
    expect(family.map(isRunning)).toEqual([false, false, false])
  })

  it("finds by its mark what has left the group and lost its parent", async () => {
    const agent = start({ ...program("leaves-one-behind"), outputWait: 100, waits: { terminate: 100 } })
    const [left = 0] = await pids(agent, 1)
    expect(await firstValueFrom(agent.exit)).toMatchObject({ code: 4, endedBy: "agent" })
    await agent.close()
    expect(isRunning(left)).toBe(false)
  })

  it("knows from before the end of stdin what carries no mark", async () => {
    const agent = start({ ...program("leaves-one-behind", "unmarked"), waits: { stdin: 2000, terminate: 100 } })
    const [left = 0] = await pids(agent, 1)
    expect(await agent.close()).toMatchObject({ code: 0, endedBy: "client" })
    expect(isRunning(left)).toBe(false)
  })

  it.skipIf(controlGroup === undefined)("ends what has left its parent, its session and its environment", async () => {
    const file = join(folder, "pid")
    const agent = start({ ...program("escapes", file), waits: { stdin: 500, terminate: 100 } })
    const pid = await vi.waitFor(() => Number(readFileSync(file, "utf8")), { timeout: patient })
    expect(isRunning(pid)).toBe(true)
    expect(await agent.close()).not.toHaveProperty("survivors")
    expect(isRunning(pid)).toBe(false)
  })

  it("ends an agent that does not read its stdin", async () => {
    const options = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] }
    const agent = start({ ...options, waits: { stdin: 100, terminate: patient } })
    for (let line = 0; line < 20; line++) agent.write("x".repeat(100_000))
    expect(await agent.close()).toMatchObject({ signal: "SIGTERM", endedBy: "client" })
  })

  it("ends the agent behind npx", async () => {
    const { command, args } = program("family", "wrapper", "stubborn")
    const line = [command, ...args].map((word) => `'${word}'`).join(" ")
    const agent = start({ command: "npx", args: ["-c", line], waits: { stdin: 50, terminate: 200 } })
    const family = await pids(agent, 3)
    await agent.close()
    expect(family.filter(isRunning)).toEqual([])
  })

  it("still delivers what the agent writes while it leaves", async () => {
    const text = `process.stdin.resume().on("end", () => process.stdout.write("{}\\n{}\\n", () => process.exit(0)))`
    const agent = start({ command: process.execPath, args: ["-e", text], waits: { stdin: patient } })
    const lines = lastValueFrom(agent.lines.pipe(toArray()))
    await agent.close()
    expect(await lines).toHaveLength(2)
  })

  it("lets an agent leave that still writes more than the pipe takes", async () => {
    const text = `process.stdin.resume().on("end", () => process.stdout.write("x".repeat(1e6), () => process.exit(0)))`
    const agent = start({ command: process.execPath, args: ["-e", text], waits: { stdin: patient } })
    expect(await agent.close()).toMatchObject({ code: 0, endedBy: "client" })
  })

  it("gives the same promise again, also after the agent has left by itself", async () => {
    const agent = start({ command: process.execPath, args: ["-e", "process.exit(7)"] })
    const exit = await firstValueFrom(agent.exit)
    expect(agent.close()).toBe(agent.close())
    expect(await agent.close()).toBe(exit)
    expect(exit).toMatchObject({ code: 7, endedBy: "agent" })
  })

  it("happens at the end of a block", async () => {
    const agent = start({ ...program("says-signals"), waits: { stdin: patient } })
    {
      await using inner = agent
      await firstValueFrom(inner.stderr)
    }
    expect(isRunning(agent.pid ?? 0)).toBe(false)
  })
})
