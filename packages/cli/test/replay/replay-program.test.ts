/** `rxacp replay`, run as people run it. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { connect, type SessionEvent } from "@rxacp/core"
import { journalFile, spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom, lastValueFrom } from "rxjs"
import { describe, expect, it, onTestFinished } from "vitest"
import { start } from "../support/start-program.ts"

const slow = { timeout: 60_000 }
const trace = (name: string): string => fileURLToPath(new URL(`../../../../test/traces/${name}`, import.meta.url))

describe("rxacp replay", slow, () => {
  it("prints the conversation of a recorded trace", async () => {
    const { code, stdout, stderr } = await start("replay", trace("opencode-1.18-tools.ndjson")).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toContain("end: end_turn")
    expect(stdout).toMatch(/\[completed\] /)
  })

  it("prints the events of a journal", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rxacp-replay-"))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, "conversation.ndjson")
    const agent = spawnAgent({ ...tryAgentCommand(), journal: journalFile(file) })
    const connection = connect(agent, { info: { name: "test", version: "0" } })
    const session = await firstValueFrom(connection.open({ cwd: "/" }))
    const live: Array<string> = []
    session.events.subscribe(({ _tag, n }) => live.push(`${_tag} ${n}`))
    await lastValueFrom(session.prompt("hello"))
    await connection.close()
    const { code, stdout, stderr } = await start("replay", "--json", file).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line): SessionEvent => JSON.parse(line))
    expect(events.map(({ _tag, n }) => `${_tag} ${n}`)).toEqual(live)
  })

  it("says what is wrong with a file", async () => {
    const { code, stderr } = await start("replay", "/no/such/file").ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^rxacp replay: \/no\/such\/file: .*ENOENT/)
  })
})
