/** `rxacp inspect` between a real client and a real agent: the client must not notice it. */
import { spawn } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { connect } from "@rxacp/core"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom, lastValueFrom, toArray } from "rxjs"
import { describe, expect, it, onTestFinished } from "vitest"

const program = fileURLToPath(new URL("../../src/main.ts", import.meta.url))
const source = ["--conditions=@rxacp/source", "--import", "tsx"]
const inspect = (...args: ReadonlyArray<string>) => [...source, program, "inspect", ...args]
const slow = { timeout: 120_000 }

/** Runs a program to its end; `input` is its stdin. */
const run = (
  args: ReadonlyArray<string>,
  input: Buffer
): Promise<{ stdout: Buffer; stderr: string; code: number | null; signal: string | null }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [...args])
    const out: Array<Buffer> = []
    let stderr = ""
    child.stdout.on("data", (bytes: Buffer) => out.push(bytes))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    child.once("close", (code, signal) => resolve({ stdout: Buffer.concat(out), stderr, code, signal }))
    child.stdin.on("error", () => {})
    child.stdin.end(input)
  })

const folder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), "rxacp-inspect-"))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

const agent = async (code: string): Promise<string> => {
  const file = join(await folder(), "agent.mjs")
  await writeFile(file, code)
  return file
}

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 31 + (i >> 8)) % 256))

describe("what passes", slow, () => {
  it("is the same to the byte in both directions, whatever the bytes are", async () => {
    const echo = await agent("process.stdin.pipe(process.stdout)")
    const { stdout, code } = await run(inspect("--print", "--", process.execPath, echo), bytes)
    expect({ code, same: stdout.equals(bytes) }).toEqual({ code: 0, same: true })
  })

  it("reaches the client with the agent's stderr apart from it", async () => {
    const talks = await agent(`process.stderr.write("careful\\n"); process.stdin.resume()`)
    const { stdout, stderr } = await run(inspect("--print", "--", process.execPath, talks), Buffer.from(""))
    expect(stdout.length).toBe(0)
    expect(stderr).toContain("careful\n")
  })

  it.each([
    ["process.exit(7)", 7, null],
    ["process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 1e9)", null, "SIGKILL"]
  ])("ends as the agent ends: %s", async (body, code, signal) => {
    const ends = await agent(body)
    expect(await run(inspect("--print", "--", process.execPath, ends), Buffer.from(""))).toMatchObject({ code, signal })
  })

  it("says that a command is missing", async () => {
    const { code, stderr } = await run(inspect("--print", "--", "no-such-agent-7f3a"), Buffer.from(""))
    expect(code).toBe(127)
    expect(stderr).toContain("no-such-agent-7f3a")
  })

  it("goes on when the watcher is killed", async () => {
    const kills = await agent(`
      import { execFileSync } from "node:child_process"
      import { readFileSync, readdirSync } from "node:fs"
      const watchers = readdirSync("/proc").filter((pid) => {
        try { return readFileSync("/proc/" + pid + "/stat", "utf8").split(") ")[1].split(" ")[1] === String(process.ppid) && readFileSync("/proc/" + pid + "/cmdline", "utf8").includes("watcher") } catch { return false }
      })
      for (const pid of watchers) process.kill(Number(pid), "SIGKILL")
      process.stderr.write("killed " + watchers.length + "\\n")
      setTimeout(() => process.stdin.pipe(process.stdout), 200)
    `)
    const { stdout, stderr, code } = await run(inspect("--print", "--", process.execPath, kills), bytes)
    expect(stderr).toContain("killed 1\n")
    expect({ code, same: stdout.equals(bytes) }).toEqual({ code: 0, same: true })
  })
})

describe("a client that drives an agent through it", slow, () => {
  it("gets the same events as without it, and one line is printed a message", async () => {
    const { command, args } = tryAgentCommand()
    const turn = async (launch: { command: string; args: ReadonlyArray<string> }) => {
      const process = spawnAgent(launch)
      const lines: Array<string> = []
      process.stderr.subscribe((line) => lines.push(line))
      const connection = connect(process, { info: { name: "test", version: "0" } })
      const session = await firstValueFrom(connection.open({ cwd: "/" }))
      const events = await lastValueFrom(session.prompt("hello").pipe(toArray()))
      await connection.close()
      return { tags: events.map(({ _tag }) => _tag), lines }
    }
    const plain = await turn({ command, args })
    const watched = await turn({ command: process.execPath, args: inspect("--print", "--", command, ...args) })
    expect(watched.tags).toEqual(plain.tags)
    expect(watched.lines.some((line) => / -> request session\/prompt #\d+ /.test(line))).toBe(true)
    expect(watched.lines.some((line) => / <- response session\/prompt #\d+ .* ms/.test(line))).toBe(true)
  })
})
