/** The recipes of the cookbook: short programs that run as printed. */
import { fileURLToPath } from "node:url"
import { execa } from "execa"
import { describe, expect, it } from "vitest"
import { textOf } from "../docs/snippets.ts"
import { filesBelow } from "./support/workspaces.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const recipes = filesBelow("examples/recipes")

/** Runs a recipe as a reader does, to its end, and gives the lines that it prints. */
const run = async (file: string, args: ReadonlyArray<string> = []): Promise<ReadonlyArray<string>> => {
  const node = ["--conditions=@rxacp/source", "--import", "tsx"]
  const { stdout } = await execa(process.execPath, [...node, `examples/recipes/${file}`, ...args], { cwd: root })
  return stdout.split("\n")
}

const replyTo = (prompt: string): string =>
  `You asked: “${prompt}”. I read the notes. I did not edit NOTES.md, because you did not allow it.`

describe("each recipe", () => {
  it("has at most 60 lines", () => {
    const long = recipes.filter((file) => textOf(`examples/recipes/${file}`).trimEnd().split("\n").length > 60)
    expect(long).toEqual([])
  })
})

describe("the recipe", { timeout: 60_000 }, () => {
  it("ask-once prints one reply", async () => {
    expect(await run("ask-once.ts")).toEqual([replyTo("What is in the notes?")])
  })

  it("batch answers in the order of the prompts", async () => {
    const files = ["a.ts", "b.ts", "c.ts"]
    expect(await run("batch.ts")).toEqual(
      files.map((file, index) => `${index + 1}. Check ${file}: ${replyTo(`Check ${file}`)}`)
    )
  })

  it("keep-secrets refuses to read a secret", async () => {
    expect(await run("keep-secrets.ts")).toEqual(["read the path is denied"])
  })
})
