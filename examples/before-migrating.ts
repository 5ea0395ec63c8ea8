// With the official SDK: promises and callbacks. `after-migrating.ts` does the same with rxacp.
import { spawn } from "node:child_process"
import { Readable, Writable } from "node:stream"
import { client, ndJsonStream } from "@agentclientprotocol/sdk"
import { tryAgentCommand } from "@rxacp/node/testing"

const { command, args } = tryAgentCommand()
const agent = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] })

const app = client({ name: "migrating" }).onRequest("session/request_permission", ({ params }) => {
  const allow = params.options.find(({ kind }) => kind === "allow_once")
  return { outcome: allow ? { outcome: "selected", optionId: allow.optionId } : { outcome: "cancelled" } }
})

const stream = ndJsonStream(Writable.toWeb(agent.stdin), Readable.toWeb(agent.stdout) as ReadableStream<Uint8Array>)
await app.connectWith(stream, async (context) => {
  await context.request("initialize", { protocolVersion: 1, clientCapabilities: {} })
  await context.buildSession(process.cwd()).withSession(async (session) => {
    const answered = session.prompt("Tidy up")
    for (;;) {
      const message = await session.nextUpdate()
      if (message.kind === "stop") break
      const { update } = message
      if (update.sessionUpdate !== "agent_message_chunk" || update.content.type !== "text") continue
      process.stdout.write(update.content.text)
    }
    console.log(`\nended with ${(await answered).stopReason}`)
  })
})
agent.kill()
