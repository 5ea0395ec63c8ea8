/** The built packages on Node for Windows under Wine; docs/real-agents.md and CONTRIBUTING say how to run it. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { execa } from "execa"
import { afterAll, expect, it } from "vitest"

/** Debian's package puts the program there, and not on the PATH. */
const wine = ["/usr/lib/wine/wine64", "/usr/bin/wine64"].find((path) => existsSync(path))
const node = process.env.RXACP_WINDOWS_NODE ?? ""
const folder = mkdtempSync(join(tmpdir(), "rxacp-wine-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const windowsPath = (path: string): string => `Z:${path.replaceAll("/", "\\")}`

it.skipIf(wine === undefined || !existsSync(node))("the packages work on Windows as Wine plays it", async () => {
  const env = { WINEDEBUG: "-all", WINEPREFIX: process.env.WINEPREFIX ?? join(folder, "prefix") }
  const run = (...args: ReadonlyArray<string>) => execa(wine ?? "", args, { env, stdio: "ignore", reject: false })
  await run("wineboot", "-i")
  await run("reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f")
  const result = join(folder, "result.json")
  const program = fileURLToPath(new URL("./checks.mjs", import.meta.url))
  await run(windowsPath(node), windowsPath(program), windowsPath(result))
  const { journal, ...checks } = JSON.parse(readFileSync(result, "utf8"))
  expect(checks).toEqual({
    platform: "win32",
    turn: "All of it.",
    missing: "AgentSpawnFailed",
    missingPath: "AgentSpawnFailed",
    tree: { before: true, after: false, survivors: 0 },
    terminal: "win32",
    files: { inside: "done", text: "ü\n", outside: "RequestFailed", denied: "RequestFailed" }
  })
  // Wine lets two servers listen on one pipe, so the lock of a journal shows on Windows itself only.
  expect(journal.third).toBe("done")
})
