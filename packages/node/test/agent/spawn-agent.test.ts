import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { inspect } from "node:util"
import { AgentExited, AgentSpawnFailed, type Message } from "@rxacp/core"
import { type AgentOptions, type AgentProcess, spawnAgent } from "@rxacp/node"
import { filter, firstValueFrom, lastValueFrom, map, take, toArray } from "rxjs"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { agentOfCase } from "../support/cases.ts"
import { isRunning, pidsOf, program } from "../support/programs.ts"

const agents: Array<AgentProcess> = []
const start = (options: AgentOptions): AgentProcess => {
  const agent = spawnAgent({ waits: { stdin: 3000, terminate: 3000 }, ...options })
  agents.push(agent)
  return agent
}
const script = (text: string): Pick<AgentOptions, "command" | "args"> => ({
  command: process.execPath,
  args: ["-e", text]
})
const exitOf = (agent: AgentProcess) => firstValueFrom(agent.exit)
const messagesOf = (agent: AgentProcess): Promise<ReadonlyArray<Message>> =>
  lastValueFrom(agent.messages.pipe(toArray()))

afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
})

describe("stdout", () => {
  const whole = [
    { _tag: "Notification", line: { bytes: 40_173 } },
    { _tag: "Success", result: { stopReason: "end_turn" } }
  ]

  it("is all there for one who subscribes after the exit (case 37)", async () => {
    const agent = start(agentOfCase("37-last-output-after-exit"))
    await exitOf(agent)
    await delay(100)
    expect(await messagesOf(agent)).toMatchObject(whole)
    expect(await firstValueFrom(agent.ended)).toMatchObject({ failure: { _tag: "AgentExited", code: 0 } })
  })

  it("is all there when delivery is held past the exit (case 37)", async () => {
    const agent = start(agentOfCase("37-last-output-after-exit"))
    const release = agent.flow.hold()
    const messages = messagesOf(agent)
    await exitOf(agent)
    await delay(700)
    release()
    expect(await messages).toMatchObject(whole)
  })

  it("is read to its end when there is more than the pipe takes", async () => {
    const agent = start(program("floods"))
    expect(await messagesOf(agent)).toHaveLength(200)
  })

  it("blocks the agent while delivery is held", async () => {
    const agent = start(program("floods"))
    const release = agent.flow.hold()
    const lines = lastValueFrom(agent.lines.pipe(toArray()))
    await delay(500)
    const report = firstValueFrom(agent.stderr)
    agent.write("how far?")
    expect(Number((await report).split(" ")[1])).toBeLessThan(20)
    release()
    expect(await lines).toHaveLength(200)
  })

  it("counts as ended soon after the exit when a process that was left behind keeps it open", async () => {
    const agent = start({ ...program("leaves-one-behind"), outputWait: 200, waits: { terminate: 20_000 } })
    expect(await messagesOf(agent)).toMatchObject([{ _tag: "Notification" }])
    const { stderrTail } = await exitOf(agent)
    const [left = 0] = pidsOf(stderrTail)
    expect(isRunning(left)).toBe(true)
    process.kill(left, "SIGKILL")
    const failure = { _tag: "AgentExited", code: 4, phase: "running" }
    expect(await firstValueFrom(agent.ended)).toMatchObject({ failure })
  })
})

describe("stderr", () => {
  it("never blocks the agent; its tail is kept and the start-up is named (case 43)", async () => {
    const exit = await exitOf(start(agentOfCase("43-stderr-flood-and-startup-failure")))
    expect(exit).toMatchObject({ code: 3, signal: null, phase: "startup", endedBy: "agent" })
    expect(exit.stderrTail.endsWith("fatal: no config")).toBe(true)
    expect(Buffer.byteLength(exit.stderrTail)).toBeLessThanOrEqual(8192)
    expect(exit.failure).toBeInstanceOf(AgentExited)
    expect(exit.failure?.message).toBe("the agent exited with code 3 (startup): fatal: no config")
  })

  it("keeps its lines for the first subscriber and completes with the agent", async () => {
    const agent = start(script(`console.error("one\\ntwo");process.stderr.write("three")`))
    await exitOf(agent)
    expect(await lastValueFrom(agent.stderr.pipe(toArray()))).toEqual(["one", "two", "three"])
    expect(await lastValueFrom(agent.stderr.pipe(toArray()))).toEqual([])
  })

  it("keeps no more than the last mebibyte for the first subscriber", async () => {
    const agent = start(script(`for (let n = 0; n < 3000; n++) console.error(String(n).padStart(1024))`))
    await exitOf(agent)
    const kept = await lastValueFrom(agent.stderr.pipe(toArray()))
    expect(kept.length).toBeGreaterThan(400)
    expect(kept.length).toBeLessThan(1024)
    expect(kept.at(-1)?.trim()).toBe("2999")
  })

  it("keeps the last whole characters of a long line", async () => {
    const agent = start({ ...script(`process.stderr.write("é".repeat(60))`), stderrTailBytes: 101 })
    expect((await exitOf(agent)).stderrTail).toBe("é".repeat(50))
  })

  it("hides secrets in lines, in the tail and in failures", async () => {
    const agent = start({
      ...script(`console.error("using " + process.env.MY_API_KEY + " and Bearer abcdefgh12345678")`),
      env: { MY_API_KEY: "correct horse battery" }
    })
    const lines = await lastValueFrom(agent.stderr.pipe(toArray()))
    expect(lines).toEqual(["using [masked] and Bearer [masked]"])
    const exit = await exitOf(agent)
    expect(exit.stderrTail).toBe("using [masked] and Bearer [masked]")
    expect(JSON.stringify(exit)).not.toContain("horse")
  })
})

describe("an agent that can't be started", () => {
  const folder = mkdtempSync(join(tmpdir(), "rxacp-spawn-"))
  const file = (name: string, text: string, mode: number): string => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), mode)
    return join(folder, name)
  }
  const failureOf = async (options: AgentOptions) => {
    const agent = start(options)
    agent.write(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`)
    const [exit, ended] = await Promise.all([exitOf(agent), firstValueFrom(agent.ended)])
    expect(agent.pid).toBeUndefined()
    expect(exit).toMatchObject({ code: null, signal: null, phase: "spawn", endedBy: "agent" })
    expect(exit.failure).toBeInstanceOf(AgentSpawnFailed)
    expect(exit.failure).toMatchObject({ phase: "spawn" })
    expect(ended.failure).toBe(exit.failure)
    expect(() => agent.write("{}")).toThrow(exit.failure)
    return exit.failure
  }
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("names the command and the PATH (case 42)", async () => {
    const command = agentOfCase("42-command-not-found")
    expect(await failureOf({ ...command, env: { PATH: "/nowhere:/bin" } })).toMatchObject({
      ...command,
      code: "ENOENT",
      path: "/nowhere:/bin",
      reason: "no such command on the PATH"
    })
  })

  it("names a folder that does not exist", async () => {
    const cwd = join(folder, "missing")
    const failure = await failureOf({ ...script(""), cwd })
    expect(failure).toMatchObject({ code: "ENOENT", cwd, reason: `the folder ${cwd} does not exist` })
  })

  it("names a folder that is a file", async () => {
    const cwd = file("plain", "", 0o600)
    expect(await failureOf({ ...script(""), cwd })).toMatchObject({ code: "ENOTDIR", reason: `${cwd} is not a folder` })
  })

  it("tells a missing permission", async () => {
    const command = file("not-executable", "#!/bin/sh\n", 0o600)
    expect(await failureOf({ command })).toMatchObject({ code: "EACCES", reason: `no permission to run ${command}` })
  })

  it("tells a missing interpreter", async () => {
    const command = file("script", "#!/no/such/interpreter\n", 0o700)
    expect(await failureOf({ command })).toMatchObject({
      code: "ENOENT",
      reason: `${command} is there, but what should run it is not`
    })
  })

  it("hides secrets in its arguments", async () => {
    const failure = await failureOf({ command: "no-such-command-7f3a", args: ["--api-key", "sk-abcdefghijklmnop"] })
    expect(failure).toMatchObject({ args: ["--api-key", "[masked]"] })
    expect(inspect(failure)).not.toContain("abcdefghijklmnop")
  })
})

describe("exit", () => {
  it("tells the signal that ended the agent, after all it wrote (case 36)", async () => {
    const agent = start(script(`process.stdout.write("{}\\n", () => process.kill(process.pid, "SIGKILL"))`))
    expect(await messagesOf(agent)).toHaveLength(1)
    const failure = { _tag: "AgentExited", code: null, signal: "SIGKILL", phase: "running" }
    expect(await exitOf(agent)).toMatchObject({ signal: "SIGKILL", endedBy: "agent", failure })
    expect(await firstValueFrom(agent.ended)).toMatchObject({ failure })
  })

  it("the exit of an agent that close() ended is not a failure", async () => {
    const agent = start(program("says-signals"))
    await firstValueFrom(agent.stderr)
    const exit = await agent.close()
    expect(exit).toEqual({ code: 0, signal: null, stderrTail: "ready\nbye", phase: "closing", endedBy: "client" })
    expect(await exitOf(agent)).toBe(exit)
    expect(await firstValueFrom(agent.ended)).toEqual({})
  })

  it("comes for an agent that closes its output and stays", async () => {
    const agent = start({
      ...script(`require("fs").closeSync(1);setInterval(()=>{},1000);process.stdin.resume()`),
      outputWait: 50,
      waits: { stdin: 50 }
    })
    await messagesOf(agent)
    expect(await firstValueFrom(agent.ended)).toMatchObject({ failure: { _tag: "ConnectionClosed" } })
    expect(await exitOf(agent)).toMatchObject({ signal: "SIGTERM", endedBy: "client" })
  })
})

describe("the environment", () => {
  const variable = (name: string) => script(`console.log(JSON.stringify(process.env[${JSON.stringify(name)}] ?? null))`)
  const printed = (options: AgentOptions) =>
    firstValueFrom(
      start(options).lines.pipe(
        filter((line) => line._tag === "Line"),
        map((line) => JSON.parse(line.text)),
        take(1)
      )
    )

  it("is added to that of the host", async () => {
    expect(await printed({ ...variable("PATH"), env: { OTHER: "x" } })).toBe(process.env.PATH)
    expect(await printed({ ...variable("OTHER"), env: { OTHER: "x" } })).toBe("x")
  })

  it("replaces that of the host on request", async () => {
    expect(await printed({ ...variable("PATH"), env: { OTHER: "x" }, inheritEnv: false })).toBe(null)
  })
})
