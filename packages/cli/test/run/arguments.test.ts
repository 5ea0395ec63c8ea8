/** The command line of `rxacp run`. */
import { resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { parseArguments, usage } from "../../src/run/args.ts"

const cwd = resolve(".")

describe("the arguments", () => {
  it("arguments that are not options are the prompt", () => {
    expect(parseArguments(["say", "hello world"])).toEqual({
      ...{ prompt: "say hello world", cwd, allow: [], format: "text", files: true, terminals: true }
    })
  })

  it("split the agent's command line as a shell does with quotes", () => {
    expect(parseArguments(["--agent", `'my agent' --name "a \\"b\\" c" plain`, "x"])).toMatchObject({
      agent: { command: "my agent", args: ["--name", 'a "b" c', "plain"] }
    })
  })

  it("know agents by their names", () => {
    expect(parseArguments(["--agent", "gemini", "x"])).toMatchObject({ agent: { command: "gemini", args: ["--acp"] } })
    expect(parseArguments(["--agent", "claude", "x"])).toMatchObject({ agent: { command: "claude-agent-acp" } })
    expect(parseArguments(["--agent", "toString", "x"])).toMatchObject({ agent: { command: "toString", args: [] } })
  })

  it.each([
    [["--allow", "x"], "all", "x"],
    [["x", "--allow"], "all", "x"],
    [["--allow", "all", "x"], "all", "x"],
    [["--allow", "read,edit", "x"], ["read", "edit"], "x"],
    [["--allow=edit", "x"], ["edit"], "x"],
    [["--allow", "--json", "x"], "all", "x"],
    [["--", "--allow"], [], "--allow"]
  ])("%j allow %j", (argv, allow, prompt) => {
    expect(parseArguments(argv)).toMatchObject({ allow, prompt })
  })

  it("make a folder absolute", () => {
    expect(parseArguments(["--cwd", "some/where", "x"])).toMatchObject({ cwd: resolve("some/where") })
  })

  it.each([
    [[], "a prompt is missing"],
    [["--allow=rread", "x"], /--allow takes tool kinds, not "rread"/],
    [["--agent", " ", "x"], "--agent needs a command"],
    [["--agent", "'open", "x"], /quoted string/],
    [["--nonsense", "x"], /--nonsense/]
  ])("%j are wrong", (argv, wrong) => {
    expect(parseArguments(argv)).toEqual({
      wrong: typeof wrong === "string" ? wrong : expect.stringMatching(wrong)
    })
  })

  it("ask for help", () => {
    expect(parseArguments(["-h"])).toBe("help")
    expect(
      usage()
        .split("\n")
        .every((line) => line.length <= 120)
    ).toBe(true)
  })

  it("set caps, a time and services", () => {
    const argv = ["--max-bytes", "100", "--timeout", "1.5", "--no-fs", "--no-terminal", "--format", "quiet", "x"]
    expect(parseArguments(argv)).toMatchObject({
      limits: { maxBytes: 100 },
      timeout: 1_500,
      files: false,
      terminals: false,
      format: "quiet"
    })
  })

  it.each([
    [["--max-bytes", "0", "x"], /not a number over 0/],
    [["--max-bytes", "1.5", "x"], /not a whole number/],
    [["--format", "loud", "x"], /loud/],
    [["--policy", "/no/such/file", "x"], /ENOENT/]
  ])("%j are wrong", (argv, wrong) => {
    expect(parseArguments(argv)).toEqual({ wrong: expect.stringMatching(wrong) })
  })

  it("need no prompt for a conversation", () => {
    expect(parseArguments([], true)).toMatchObject({ format: "text" })
    expect(parseArguments([], true)).not.toHaveProperty("prompt")
  })
})
