/** A conversation in memory: the client's transport, and the port of an agent that a test plays. */
import { AgentExited } from "../failures.ts"
import { createTransport, type TransportOptions } from "../transport/create-transport.ts"
import { Pipe } from "../transport/pipe.ts"
import type { Transport } from "../transport/transport.ts"
import { type AgentPort, inChunks } from "./agent-port.ts"

/** Both ends. */
export interface PortPair {
  readonly client: Transport
  readonly port: AgentPort
}

/**
 * Two connected ends; `chunkBytes` cuts what the agent writes. When the agent exits, the client's end ends with
 * `AgentExited`, as the end of a process would.
 */
export const portPair = (options: TransportOptions = {}, chunkBytes?: number): PortPair => {
  const toClient = new Pipe()
  const toAgent = new Pipe()
  const encoder = new TextEncoder()
  const writeBytes = inChunks(chunkBytes, (bytes) => toClient.write(bytes))
  let exited: AgentExited | undefined

  const transport = createTransport({
    source: toAgent.source,
    write: (line) => writeBytes(encoder.encode(`${line}\n`)),
    close: () => toClient.finish()
  })
  const exit: AgentPort["exit"] = (code, signal = null) => {
    exited = new AgentExited({ code, signal, stderrTail: "", phase: "running" })
    toClient.finish()
    transport.close().catch(() => {})
  }
  const client = createTransport(
    {
      source: toClient.source,
      write: (line) => toAgent.write(encoder.encode(`${line}\n`)),
      close: () => toAgent.finish(),
      reason: () => exited
    },
    options
  )
  return { client, port: { transport, writeBytes, exit, stderr: () => {}, grandchild: () => {} } }
}
