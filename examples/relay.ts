// In the middle: every message between a client and an agent passes here, is seen, and may be changed.
import { connect, type Message, memoryPair, textDeltas, updateEvent } from "@rxacp/core"
import { relay, rewriteMessage } from "@rxacp/core/relay"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, map, tap } from "rxjs"

const shout = (message: Message): Message => {
  if (message._tag !== "Notification") return message
  const event = updateEvent(message)
  if (event?._tag !== "Update") return message
  const { sessionId, update } = event
  if (update.sessionUpdate !== "agent_message_chunk" || update.content.type !== "text") return message
  const content = { ...update.content, text: update.content.text.toUpperCase() }
  return rewriteMessage(message, { params: { sessionId, update: { ...update, content } } })
}

const [near, far] = memoryPair()
relay(far, spawnAgent(tryAgentCommand()), {
  toAgent: tap((message) => "method" in message && console.log("asked", message.method)),
  toClient: map(shout)
})

// The client does not know: it speaks to the relay as it would to the agent.
const connection = connect(near, { info: { name: "relay", version: "1.0.0" } })
const turn = connection.open({ cwd: process.cwd() }).pipe(concatMap((session) => session.prompt("Tidy up")))
await lastValueFrom(
  turn.pipe(
    textDeltas(),
    tap((text) => process.stdout.write(text))
  )
)
await connection.close()
