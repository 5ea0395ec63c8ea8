// An agent that reads a file, writes one and runs a command, all through us and inside one folder.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect, textDeltas } from "@rxacp/core"
import { call, script } from "@rxacp/core/testing"
import { spawnAgent, terminals, workspaceFiles } from "@rxacp/node"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, tap } from "rxjs"

const root = await mkdtemp(join(tmpdir(), "workspace-"))
await writeFile(join(root, "notes.md"), "one\ntwo\nthree\n")

const calls = script([
  call("fs/read_text_file", { path: join(root, "notes.md"), line: 2, limit: 1 }),
  call("fs/write_text_file", { path: join(root, "done.md"), content: "all of it\n" }),
  call("fs/read_text_file", { path: join(root, "..", "secret") }),
  call("terminal/create", { command: "echo", args: ["from a terminal"] }),
  call("terminal/wait_for_exit", { terminalId: "terminal-1" }),
  call("terminal/output", { terminalId: "terminal-1" }),
  call("terminal/release", { terminalId: "terminal-1" })
])

const files = workspaceFiles({ root })
files.accesses.subscribe(({ type, path, failure }) => console.log(type, path, failure?.message ?? "served"))

await using commands = terminals({ root, maxMs: 60_000 })
await using agent = spawnAgent(scriptedAgentCommand(calls))
const connection = connect(agent, { info: { name: "editor", version: "1.0.0" }, files, terminals: commands })

// The scripted agent says what each of its calls was answered with.
const turn = connection.open({ cwd: root }).pipe(concatMap((session) => session.prompt("go")))
await lastValueFrom(
  turn.pipe(
    textDeltas(),
    tap((text) => console.log("answered", text))
  )
)
console.log(await readFile(join(root, "done.md"), "utf8"))
await rm(root, { recursive: true })
