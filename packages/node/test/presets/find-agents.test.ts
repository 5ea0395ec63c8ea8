import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { findAgents, presets } from "@rxacp/node"
import { lastValueFrom, toArray } from "rxjs"
import { afterAll, describe, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "rxacp-find-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
  chmodSync(join(folder, path), 0o755)
  return join(folder, path)
}
const find = (...folders: ReadonlyArray<string>) =>
  lastValueFrom(
    findAgents({ path: folders.map((each) => join(folder, each)).join(delimiter), versionMs: 2000 }).pipe(toArray())
  )

describe("findAgents", () => {
  it("gives the version of the package that a command belongs to, without starting it", async () => {
    file("lib/node_modules/@google/gemini-cli/package.json", `{"name":"@google/gemini-cli","version":"1.2.3-x"}`)
    const program = file("lib/node_modules/@google/gemini-cli/dist/cli.js", "#!/bin/sh\necho started; exit 1")
    mkdirSync(join(folder, "bin"))
    symlinkSync(program, join(folder, "bin", "gemini"))
    const path = join(folder, "bin", "gemini")
    expect(await find("bin")).toEqual([{ name: "gemini", preset: presets.gemini, path, version: "1.2.3-x" }])
  })

  it("findAgents asks a command that belongs to no package for its version", async () => {
    file("other/goose", "#!/bin/sh\necho goose 1.4.0")
    expect(await find("other")).toMatchObject([{ name: "goose", version: "1.4.0" }])
  })

  it("findAgents lists an agent that does not answer with a version, and waits for none for ever", async () => {
    file("odd/kimi", "#!/bin/sh\nexec sleep 1000")
    file("odd/cursor-agent", "#!/bin/sh\nexit 1")
    const found = await find("odd")
    expect(found.map(({ name }) => name)).toEqual(["kimi", "cursor"])
    expect(found.every((each) => !("version" in each))).toBe(true)
  })

  it("finds nothing where nothing is, nor what can't be run", async () => {
    chmodSync(file("none/gemini", ""), 0o644)
    expect(await find("none", "missing")).toEqual([])
  })
})

describe("presets", () => {
  it("say of each agent how it is started and whether it was run", () => {
    const entries = Object.values(presets)
    expect(entries.length).toBeGreaterThanOrEqual(12)
    for (const preset of entries) {
      expect(preset.command).toMatch(/^[\w-]+$/)
      if ("tried" in preset) expect(preset.tried).toMatch(/^\d+\.\d+/)
    }
  })
})
