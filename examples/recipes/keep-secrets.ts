// Files that are neither read nor written, whatever the agent asks for.
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { call, script } from "@rxacp/core/testing"
import { ask, workspaceFiles } from "@rxacp/node"
import { scriptedAgentCommand } from "@rxacp/node/testing"

const root = await mkdtemp(join(tmpdir(), "workspace-"))
await writeFile(join(root, ".env"), "TOKEN=secret\n")

const files = workspaceFiles({
  root,
  deny: [".env*", "*.pem", "*.key", "id_*", ".ssh", ".aws", ".npmrc", ".netrc", ".git-credentials"]
})
files.accesses.subscribe(({ type, failure }) => console.log(type, failure?.message ?? "served"))

const curious = scriptedAgentCommand(script([call("fs/read_text_file", { path: join(root, ".env") })]))
await ask(curious, "Look around", { cwd: root, files }).text()
await rm(root, { recursive: true })
