/** `npm start`, run as people run it. */
import { readFileSync } from "node:fs"
import type { SessionEvent } from "@rxacp/core"
import { exit, fail, ignoreCancel, never, raw, say, script, stderr, toolCall } from "@rxacp/core/testing"
import { emptySession, foldSession, lastAgentMessage, messageText, toolCalls } from "@rxacp/fold"
import { describe, expect, it } from "vitest"
import { agentLine, runs, start } from "../support/start-program.ts"

/** Characters that a terminal would take for commands. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/

it("is what npm start runs", () => {
  const manifest = readFileSync(new URL("../../../../package.json", import.meta.url), "utf8")
  expect(JSON.parse(manifest)).toMatchObject({
    scripts: { start: "node --conditions=@rxacp/source --import tsx packages/cli/src/main.ts" }
  })
})

/** Every run starts two programs from their sources. */
const slow = { timeout: 60_000 }

describe.concurrent("without a terminal", slow, () => {
  it("shows the conversation with the agent that comes with it in plain lines", async () => {
    const { code, stdout, stderr } = await start("hello", "you").ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).not.toMatch(controls)
    const lines = stdout.split("\n")
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^thought: .*hello you/),
        "[in_progress] Read NOTES.md (read)",
        "[completed] Read NOTES.md (read)",
        "[failed] Edit NOTES.md (edit)",
        "    /workspace/NOTES.md +1 -1",
        "    + - asked: hello you",
        "permission: Reject for Edit NOTES.md (by policy)",
        "  [x] Read the notes",
        "  [>] Write down what was asked",
        "  [ ] Answer",
        "usage: 2,300 of 200,000 tokens, 0.01 USD",
        "end: end_turn"
      ])
    )
    expect(stdout).toMatch(/^You asked: “hello you”.*you did not allow it\.$/m)
  })

  it.each([
    [["--allow", "hello"], "Allow"],
    [["--allow", "read,edit", "hello"], "Allow"],
    [["--allow=execute", "hello"], "Reject"]
  ])("%j lets tools run by their kind", async (args, answer) => {
    const { code, stdout } = await start(...args).ended
    expect(code).toBe(0)
    expect(stdout).toContain(`permission: ${answer} for Edit NOTES.md (by policy)`)
    expect(stdout).toContain(`[${answer === "Allow" ? "completed" : "failed"}] Edit NOTES.md (edit)`)
  })

  it("prints with --json the events, which fold to the conversation", async () => {
    const { code, stdout, stderr } = await start("--json", "--allow", "hello").ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line): SessionEvent => JSON.parse(line))
    expect(events.map(({ n }) => n)).toEqual(events.map((_, index) => index + 1))
    expect([events[0]?._tag, events.at(-1)?._tag]).toEqual(["SessionOpened", "TurnEnded"])
    const state = events.reduce(foldSession, emptySession())
    const answer = lastAgentMessage(state)
    expect(answer && messageText(answer)).toMatch(/^You asked: “hello”\..*wrote your question down/)
    expect(toolCalls(state).map(({ status }) => status)).toEqual(["completed", "completed"])
  })

  it("shows another agent, and nothing of it that a terminal would obey", async () => {
    const odd = "plain \u001b[31mred\u001b[0m \u001b]0;title\u0007bell\u0007 back\rwards \u202eevil\u202c"
    const call = toolCall({ toolCallId: "t", title: "two\nlines\u001b[2J", kind: "execute", status: "completed" })
    const agent = start("--agent", agentLine(script([call, say(odd)])), "hello")
    const { code, stdout, agentPid } = await agent.ended
    expect(code).toBe(0)
    expect(stdout).not.toMatch(controls)
    expect(stdout).toContain("[completed] two lines (execute)\n")
    expect(stdout).toContain("plain red bell backwards evil\n")
    expect(agentPid).toBeTypeOf("number")
    expect(runs(agentPid)).toBe(false)
  })
})

describe.concurrent("a hostile agent", slow, () => {
  it("ends nothing by an input that is nested deep", async () => {
    const deep = `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`
    const call = `{"sessionUpdate":"tool_call","toolCallId":"t","title":"Deep","kind":"other","rawInput":${deep}}`
    const line = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":${call}}}\n`
    for (const args of [[], ["--json"]]) {
      const agent = agentLine(script([raw(line), say("still there")]))
      const { code, stdout, stderr } = await start("--agent", agent, ...args, "hello").ended
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect(stdout).toContain("still there")
      expect(stdout).toContain("Deep")
    }
  })

  it("hides nothing in its text, also not in its failures", async () => {
    const hidden = "\u{E0041}\u200B\u2066\u061C\u180E\uFEFF\u{E0101}"
    const fails = fail(-32603, `no${hidden}\u001b[2J`)
    const { stdout, stderr } = await start("--agent", agentLine(script([say(`a${hidden}b`), fails])), "hello").ended
    expect(stdout).toContain("ab\n")
    expect(stderr).toContain("no")
    for (const character of hidden) expect(stdout + stderr).not.toContain(character)
  })
})

describe.concurrent("text that grows", slow, () => {
  it("is shown without waiting for the end of its line", async () => {
    const agent = start("--agent", agentLine(script([say("one "), say("two"), never()])), "hello")
    await agent.says("one two")
    agent.interrupt()
    expect((await agent.ended).stdout).toBe("one two\ncancelling; Ctrl-C again closes the agent\nend: cancelled\n")
  })
})

describe.concurrent("Ctrl-C", slow, () => {
  it("cancels the turn", async () => {
    const agent = start("--agent", agentLine(script([say("going on\n"), never()])), "hello")
    await agent.says("going on")
    agent.interrupt()
    const { code, stdout, agentPid } = await agent.ended
    expect(code).toBe(130)
    expect(stdout).toContain("end: cancelled\n")
    expect(stdout).not.toContain("closing")
    expect(runs(agentPid)).toBe(false)
  })

  it("twice closes an agent that does not care", async () => {
    const agent = start("--agent", agentLine(script([ignoreCancel(), say("going on\n"), never()])), "hello")
    await agent.says("going on")
    agent.interrupt()
    await agent.says("cancelling")
    // Signals that come close together are one key press, so press until it is heard.
    const presses = setInterval(agent.interrupt, 400)
    await agent.says("closing the agent")
    clearInterval(presses)
    const { code, stderr, agentPid } = await agent.ended
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" })
    expect(runs(agentPid)).toBe(false)
  })
})

describe.concurrent("a failure", slow, () => {
  const closed = agentLine({ turns: [[say("in")]], auth: ["api-key"] })

  it("names a command that is not there", async () => {
    const { code, stdout, stderr } = await start("--agent", "no-such-agent-7f3a --acp", "hello").ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(/^rxacp: could not start no-such-agent-7f3a: .*PATH.*ENOENT/)
  })

  it("gives the last words of an agent that dies", async () => {
    const dies = script([say("so far\n"), stderr("fatal: no \u001b[1mconfig\u001b[0m"), exit(3)])
    const { code, stdout, stderr: said, agentPid } = await start("--agent", agentLine(dies), "hello").ended
    expect(code).toBe(1)
    expect(stdout).toContain("so far\n")
    expect(said).toMatch(/^rxacp: .*code 3/)
    expect(said).toMatch(/\nfatal: no config\n$/)
    expect(runs(agentPid)).toBe(false)
  })

  it("lists the ways to authenticate that are offered, for one that is not", async () => {
    const { code, stderr } = await start("--agent", closed, "--auth", "other", "hello").ended
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "rxacp: the agent does not offer --auth other, but --auth api-key\n"
    })
  })

  it("says how to authenticate", async () => {
    const { code, stderr } = await start("--agent", closed, "hello").ended
    expect(code).toBe(1)
    expect(stderr).toContain("--auth api-key")
  })

  it("is none once that has been done", async () => {
    const { code, stdout } = await start("--agent", closed, "--auth", "api-key", "hello").ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: "in\nend: end_turn\n" })
  })
})
