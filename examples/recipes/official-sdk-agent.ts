// An agent made with the official SDK, and a client made with rxacp.
import { type AnyMessage, agent } from "@agentclientprotocol/sdk"
import { agentText, connect, transportFromStream } from "@rxacp/core"
import { concatMap, lastValueFrom } from "rxjs"

const echo = agent({ name: "echo" })
  .onRequest("initialize", () => ({ protocolVersion: 1, agentCapabilities: {} }))
  .onRequest("session/new", () => ({ sessionId: "one" }))
  .onRequest("session/prompt", async ({ params: { sessionId, prompt }, client }) => {
    for (const content of prompt) {
      await client.notify("session/update", { sessionId, update: { sessionUpdate: "agent_message_chunk", content } })
    }
    return { stopReason: "end_turn" }
  })

// In one process here. An agent that is a program is started with `spawnAgent`, whatever it is made with.
const toAgent = new TransformStream<AnyMessage>()
const toClient = new TransformStream<AnyMessage>()
echo.connect({ readable: toAgent.readable, writable: toClient.writable })

const transport = transportFromStream({ readable: toClient.readable, writable: toAgent.writable })
const connection = connect(transport, { info: { name: "client", version: "1.0.0" } })
const reply = connection.open({ cwd: "/workspace" }).pipe(
  concatMap((session) => session.prompt("Hello")),
  agentText()
)
console.log(await lastValueFrom(reply))
await connection.close()
