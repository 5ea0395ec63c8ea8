// An agent made with rxacp, and a client made with the official SDK.
import { client, type Stream } from "@agentclientprotocol/sdk"
import { memoryPair, streamFromTransport } from "@rxacp/core"
import { serveAgent } from "@rxacp/core/agent"
import { from, map, of } from "rxjs"

const [agentSide, clientSide] = memoryPair() // as a program: `serveStdio` of @rxacp/node, and a process

const agent = serveAgent(agentSide, {
  info: { name: "echo", version: "1.0.0" },
  newSession: () => of({ sessionId: "one" }),
  prompt: ({ prompt }) =>
    from(prompt).pipe(map((content) => ({ sessionUpdate: "agent_message_chunk" as const, content })))
})

const stream: Stream = streamFromTransport(clientSide)
await client({ name: "official" }).connectWith(stream, async (context) => {
  await context.request("initialize", { protocolVersion: 1, clientCapabilities: {} })
  await context.buildSession("/workspace").withSession(async (session) => {
    const answered = session.prompt("Hello")
    const message = await session.nextUpdate()
    if (message.kind !== "stop" && message.update.sessionUpdate === "agent_message_chunk") {
      console.log(message.update.content)
    }
    console.log((await answered).stopReason)
  })
})
await agent.close()
