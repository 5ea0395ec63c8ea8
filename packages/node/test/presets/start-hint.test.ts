import { describe, expect, it } from "vitest"
import { startHint } from "../../src/presets/start-hint.ts"

describe("the hint for an agent that does not start", () => {
  it.each([
    ["gemini", []],
    ["/opt/bin/gemini", ["--debug"]],
    ["gemini.cmd", []],
    ["npx", ["-y", "@google/gemini-cli@0.61.0"]]
  ])("names the arguments that the preset has for %s %j", (command, args) => {
    const hint = "Gemini CLI speaks the protocol when it is started with --acp"
    expect(startHint({ command, args, silent: false })).toBe(hint)
  })

  it("is none for a preset's own arguments", () => {
    expect(startHint({ command: "gemini", args: ["--acp"], silent: true })).toBeUndefined()
    expect(startHint({ command: "npx", args: ["@google/gemini-cli", "--acp"], silent: true })).toBeUndefined()
  })

  it("says of another command that is silent that it may want an argument, and nothing of one that spoke", () => {
    expect(startHint({ command: "mine", args: [], silent: true })).toMatch(/may want an argument/)
    expect(startHint({ command: "mine", args: [], silent: false })).toBeUndefined()
  })
})
