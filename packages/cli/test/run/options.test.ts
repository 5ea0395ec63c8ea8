/** The options of `rxacp run`, run as people run them. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { say, script } from "@rxacp/core/testing"
import { emptySession, foldSession } from "@rxacp/fold"
import { describe, expect, it, onTestFinished } from "vitest"
import { promptOf } from "../../src/run/attachments.ts"
import { completions } from "../../src/run/conversation.ts"
import { agentLine, start } from "../support/start-program.ts"

const slow = { timeout: 60_000 }

const folder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), "rxacp-options-"))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

describe("the options", slow, () => {
  it("print nothing but the reply with --format quiet", async () => {
    const { code, stdout } = await start("--format", "quiet", "--agent", agentLine(script([say("only this")])), "x")
      .ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: "only this\n" })
  })

  it("record with --journal what rxacp replay shows again", async () => {
    const journal = join(await folder(), "conversation.ndjson")
    const live = await start("--journal", journal, "hello").ended
    const replayed = await start("replay", journal).ended
    expect(live.code).toBe(0)
    expect(replayed).toMatchObject({ code: 0, stdout: live.stdout })
  })

  it("take permission rules from a file", async () => {
    const policy = join(await folder(), "policy.json")
    await writeFile(policy, JSON.stringify({ rules: [{ match: { kind: "edit" }, answer: "allow" }] }))
    const { code, stdout } = await start("--policy", policy, "hello").ended
    expect(code).toBe(0)
    expect(stdout).toContain("permission: Allow for Edit NOTES.md (by policy)")
  })

  it("end with 2 for a model or a mode that the agent does not offer", async () => {
    const { code, stderr } = await start("--model", "shiny", "hello").ended
    expect(code).toBe(2)
    expect(stderr).toMatch(/^rxacp: there is no model shiny: /)
  })

  it("stop a reply at --max-bytes", async () => {
    const long = agentLine(script([say("x".repeat(500))]))
    const { stdout } = await start("--max-bytes", "100", "--format", "json", "--agent", long, "x").ended
    expect(stdout).toContain('"_tag":"Overflow"')
  })
})

describe("a line of a conversation", () => {
  it("brings the images that it names, and leaves other words alone", async () => {
    const cwd = await folder()
    await writeFile(join(cwd, "shot.png"), Buffer.from([1, 2, 3]))
    expect(promptOf("see @shot.png and @gone.png, not me@mail.png", cwd)).toEqual([
      { type: "text", text: "see @shot.png and @gone.png, not me@mail.png" },
      { type: "image", mimeType: "image/png", data: "AQID" }
    ])
  })

  it("completes slash commands of the agent and of the program", () => {
    const update = {
      sessionUpdate: "available_commands_update",
      availableCommands: [{ name: "explain", description: "" }]
    }
    const state = foldSession(emptySession(), update as Parameters<typeof foldSession>[1])
    expect(completions("/ex", state)).toEqual(["/explain", "/exit"])
    expect(completions("ex", state)).toEqual([])
  })
})
