// Runs the built packages on Windows, or on what plays Windows, and writes what came of it as JSON to the file of its argument.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { concatMap, firstValueFrom, lastValueFrom, reduce } from "rxjs"
import { connect, textDeltas } from "../../packages/core/dist/index.js"
import { say, script } from "../../packages/core/dist/testing/index.js"
import { ask, journalFile, spawnAgent, terminals, workspaceFiles } from "../../packages/node/dist/index.js"
import { scriptedAgentCommand } from "../../packages/node/dist/testing/index.js"

const folder = mkdtempSync(join(tmpdir(), "rxacp-windows-"))
const context = { id: 1, method: "" }
const outcome = (promise) =>
  promise.then(
    (value) => value ?? "done",
    (error) => error._tag ?? error.code ?? String(error)
  )
const runs = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const agent = scriptedAgentCommand(script([say("All of it.")]))

const turn = async () => {
  const spawned = spawnAgent(agent)
  const opened = connect(spawned, { info: { name: "windows", version: "0" } }).open({ cwd: folder })
  const text = opened.pipe(
    concatMap((session) => session.prompt("hi")),
    textDeltas(),
    reduce((all, part) => all + part, "")
  )
  return lastValueFrom(text).finally(() => spawned.close())
}

const tree = async () => {
  const inner =
    'const c = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" }); console.error(c.pid); setInterval(() => {}, 1000)'
  const spawned = spawnAgent({ command: process.execPath, args: ["-e", inner], waits: { stdin: 200, terminate: 200 } })
  const pid = Number(await firstValueFrom(spawned.stderr))
  const before = runs(pid)
  const { survivors = [] } = await spawned.close()
  await delay(500)
  return { before, after: runs(pid), survivors: survivors.length }
}

const terminal = async () => {
  const service = terminals({ root: folder })
  const request = { sessionId: "s", command: process.execPath, args: ["-p", "process.platform"] }
  const ids = { sessionId: "s", ...(await firstValueFrom(service.create(request, context))) }
  await firstValueFrom(service.waitForExit(ids, context))
  const { output } = service.snapshot(ids.terminalId)
  await service.close()
  return output.trim()
}

const files = async () => {
  const service = workspaceFiles({ root: folder, deny: [".env"] })
  const write = (path) =>
    outcome(firstValueFrom(service.writeTextFile({ sessionId: "s", path, content: "ü\n" }, context)).then(() => "done"))
  mkdirSync(join(folder, "inner"))
  return {
    inside: await write(join(folder, "inner", "a.txt")),
    text: readFileSync(join(folder, "inner", "a.txt"), "utf8"),
    outside: await write(join(folder, "..", "a.txt")),
    denied: await write(join(folder, ".ENV"))
  }
}

const journal = async () => {
  const path = join(folder, "journal.ndjson")
  const first = journalFile(path)
  await first.append([])
  const second = await outcome(journalFile(path).append([]))
  await first.close()
  return { second, third: await outcome(journalFile(path).append([])) }
}

const checks = {
  turn,
  missing: () => ask({ command: "no-such-command-7f3a" }, "hi").text(),
  missingPath: () => ask({ command: join(folder, "none.exe") }, "hi").text(),
  tree,
  terminal,
  files,
  journal
}
const result = { platform: process.platform }
for (const [name, check] of Object.entries(checks)) {
  result[name] = await Promise.race([outcome(check()), delay(20_000, "took too long")])
  writeFileSync(process.argv[2], JSON.stringify(result))
}
process.exit()
