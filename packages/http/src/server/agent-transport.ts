/** An agent in this program as a transport to it. */
import { memoryPair, type Transport } from "@rxacp/core"
import { type AgentHandlers, serveAgent } from "@rxacp/core/agent"

/** Serves an agent in this process and gives the transport to it, as `serveAcp` takes it. It ends with the transport. */
export const agentTransport = (handlers: AgentHandlers): Transport => {
  const [client, agent] = memoryPair()
  serveAgent(agent, handlers)
  return client
}
