/** `rxacp agents`, run as people run it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { say, script } from "@rxacp/core/testing"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { startWith } from "../support/start-program.ts"

const slow = { timeout: 60_000 }

/** A folder with a program called `gemini` in it that is really a scripted agent. */
const folderWithGemini = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "rxacp-agents-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { command, args } = scriptedAgentCommand(script([say("hi")]))
  const quoted = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")
  const text = `#!/bin/sh\n[ "$1" = --version ] && echo 9.9.9 && exit\nexec ${quoted}\n`
  await writeFile(join(folder, "gemini"), text, { mode: 0o755 })
  return folder
}

describe("rxacp agents", slow, () => {
  it("lists what is installed, and tells whether it is ready", async () => {
    const PATH = [await folderWithGemini(), process.env.PATH].join(delimiter)
    const { code, stdout } = await startWith({ PATH }, "agents", "--check", "--json").ended
    expect(code).toBe(0)
    const agents = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(agents.find(({ name }) => name === "gemini")).toMatchObject({ version: "9.9.9", logIn: "ready" })
  })

  it("names the agents that are known when none is installed", async () => {
    const { code, stdout } = await startWith({ PATH: "/nowhere" }, "agents").ended
    expect(code).toBe(0)
    expect(stdout).toMatch(/^No agent is installed\. .*gemini/)
  })

  it("refuses an option that it does not know", async () => {
    const { code, stderr } = await startWith({}, "agents", "--shiny").ended
    expect(code).toBe(2)
    expect(stderr).toMatch(/^rxacp: .*--shiny/)
  })
})
