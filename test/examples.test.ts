import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { connect } from "@rxacp/core"
import { emptySession, foldSession, replyText } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { execa } from "execa"
import { concatMap, lastValueFrom, of, reduce } from "rxjs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const node = ["--conditions=@rxacp/source", "--import", "tsx"]
let folder = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rxacp-examples-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs an example as a reader does, to its end; `answer` is typed when it asks something. */
const run = async (
  name: string,
  { args = [], answer = "" }: { args?: ReadonlyArray<string>; answer?: string } = {}
) => {
  const example = execa(process.execPath, [...node, join("examples", `${name}.ts`), ...args], { cwd: root })
  example.stdout.on("data", (text: Buffer) => {
    if (text.includes("[y/N]")) example.stdin.write(`${answer}\n`)
  })
  return (await example).stdout
}

const refused = "I read the notes. I did not edit NOTES.md, because you did not allow it."

describe("the examples run as printed", { timeout: 60_000 }, () => {
  it("first", async () => {
    expect(await run("first")).toBe(`You asked: “What is in the notes?”. ${refused}`)
  })

  it("over-a-network", async () => {
    expect(await run("over-a-network")).toBe(`You asked: “What is in the notes?”. ${refused}`)
  })

  it("transcript", async () => {
    const lines = (await run("transcript")).split("\n")
    expect(lines).toContain("[completed] Read NOTES.md")
    expect(lines).toContain("[failed] Edit NOTES.md")
    expect(lines).toContain(`agent: You asked: “Tidy up”. ${refused}`)
    expect(lines.at(-1)).toBe("ended with end_turn, 2300 tokens")
  })

  it.each([
    ["y", "I read the notes and wrote your question down in NOTES.md."],
    ["n", refused]
  ])("permission, answered with %s", async (answer, reply) => {
    const output = await run("permission", { answer })
    expect(output).toContain('Allow "Edit NOTES.md"? [y/N]')
    expect(output).toContain("decided by ask: selected")
    expect(output).toContain(reply)
  })

  it("cap", async () => {
    const output = await run("cap")
    expect(output).toContain("You asked: “Tell me everything”. I r\n")
    expect(output).toMatch(/over maxBytes 40, from line \d+ on/)
    expect(output).toContain("ended with cancelled, left out: { updates: 0, bytes: 4 }")
  })

  it("slow-consumer", async () => {
    const output = await run("slow-consumer", { args: [join(folder, "events.db")] })
    expect(output).toMatch(/^stored 202 events, at most \d+ bytes waited in this process$/)
  })

  it("journal", async () => {
    expect(await run("journal", { args: [join(folder, "journal.ndjson")] })).toMatch(
      /Remember this.*\nthe same as live$/
    )
  })

  it("failures", async () => {
    expect((await run("failures")).split("\n")).toEqual([
      "install it: no-such-agent (ENOENT)",
      "it died, and its last words were: out of memory",
      "waited 100 ms for: idle",
      "it said no with -32603: no more credit",
      "Here I am."
    ])
  })

  it("files-and-terminals", async () => {
    const output = await run("files-and-terminals")
    expect(output).toMatch(/read \S+notes\.md served\nanswered {"content":"two\\n"}/)
    expect(output).toMatch(/read \S+secret the path is outside of the workspace\nanswered {"error":.*-32602/)
    expect(output).toContain('answered {"output":"from a terminal\\n","truncated":false')
    expect(output).toContain("\nall of it\n")
  })

  it("live-view", async () => {
    const lines = (await run("live-view")).split("\n")
    expect(lines[0]).toBe("0 of 0 done, nothing runs: ")
    expect(lines.at(-2)).toBe(`1 of 3 done, nothing runs: You asked: “Tidy up”. ${refused}`)
    expect(lines.at(-1)).toBe("ended with end_turn")
  })

  it("before-migrating and after-migrating do the same", async () => {
    const before = await run("before-migrating")
    expect(before).toMatch(/wrote your question down in NOTES\.md\.\nended with end_turn$/)
    expect(await run("after-migrating")).toBe(before)
  })

  it("restart", async () => {
    expect(await run("restart")).toBe("again after: the agent exited with code 1 (running)\nI am back.")
  })

  it("relay", async () => {
    const output = await run("relay")
    expect(output).toContain("asked initialize\nasked session/new\nasked session/prompt\n")
    expect(output).toContain("I READ THE NOTES. I DID NOT EDIT NOTES.MD")
  })

  it("own-agent", async () => {
    const agent = spawnAgent({ command: process.execPath, args: [...node, "examples/own-agent.ts"], cwd: root })
    const connection = connect(agent, {
      info: { name: "test", version: "0" },
      permissions: () => of({ outcome: "selected", optionId: "yes" })
    })
    const turn = connection.open({ cwd: root }).pipe(concatMap((session) => session.prompt("hello")))
    const state = await lastValueFrom(turn.pipe(reduce(foldSession, emptySession())))
    expect(replyText(state)).toBe("You said 5 letters. HELLO")
    expect((await agent.close()).code).toBe(0)
  })
})
