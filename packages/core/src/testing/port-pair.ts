/** A conversation in memory: the client's transport, and the port of an agent that a test plays. */
import { AgentExited, type RxacpFailure } from "../failures.ts"
import { createTransport, type TransportOptions } from "../transport/create-transport.ts"
import { Pipe } from "../transport/pipe.ts"
import type { Transport } from "../transport/transport.ts"
import { type AgentPort, inChunks } from "./agent-port.ts"

/** Both ends. */
export interface PortPair {
  readonly client: Transport
  readonly port: AgentPort
  /** Ends the client's end with a failure. */
  readonly fail: (failure: RxacpFailure) => void
}

/** Characters of stderr that a failure carries. */
const TAIL = 8192

/**
 * Two connected ends; `chunkBytes` cuts what the agent writes. When the agent exits, the client's end ends with
 * `AgentExited` and the end of stderr, as the end of a process would.
 */
export const portPair = (options: TransportOptions = {}, chunkBytes?: number): PortPair => {
  const toClient = new Pipe()
  const toAgent = new Pipe()
  const encoder = new TextEncoder()
  const writeBytes = inChunks(chunkBytes, (bytes) => toClient.write(bytes))
  let why: RxacpFailure | undefined
  let stderrTail = ""

  const transport = createTransport({
    source: toAgent.source,
    write: (line) => writeBytes(encoder.encode(`${line}\n`)),
    close: () => toClient.finish()
  })
  const fail: PortPair["fail"] = (failure) => {
    why = failure
    toClient.finish()
    transport.close().catch(() => {})
  }
  const exit: AgentPort["exit"] = (code, signal = null) =>
    fail(new AgentExited({ code, signal, stderrTail, phase: "running" }))
  const stderr: AgentPort["stderr"] = (text) => {
    stderrTail = `${stderrTail}${text}`.slice(-TAIL)
  }
  const client = createTransport(
    {
      source: toClient.source,
      write: (line) => toAgent.write(encoder.encode(`${line}\n`)),
      close: () => toAgent.finish(),
      reason: () => why,
      whySilent: () => ({ stderrTail })
    },
    options
  )
  return { client, port: { transport, writeBytes, exit, stderr, grandchild: () => {} }, fail }
}
