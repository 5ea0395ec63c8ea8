/** A scripted agent in memory: the client's end of a transport whose other end plays a script. */
import { AgentExited } from "../failures.ts"
import type { Message } from "../messages/message.ts"
import { createTransport, type TransportOptions } from "../transport/create-transport.ts"
import { createPipe } from "../transport/pipe.ts"
import type { Transport } from "../transport/transport.ts"
import { inChunks } from "./agent-port.ts"
import type { AgentScript } from "./script.ts"
import { serveScript } from "./serve-script.ts"

/** The client's end, and what a test may look at and do. */
export interface ScriptedAgent extends Transport {
  /** Lets the script go on from a barrier, whether it has reached it or not. */
  readonly release: (barrier: string) => void
  /** What the client has written so far, decoded. */
  readonly received: ReadonlyArray<Message>
}

/**
 * An agent that plays a script, in memory: connect to it as to any other transport. An `exit` step ends the transport with
 * `AgentExited`, as the end of a process would.
 */
export const scriptedAgent = (script: AgentScript, options: TransportOptions = {}): ScriptedAgent => {
  const toClient = createPipe()
  const toAgent = createPipe()
  const received: Array<Message> = []
  let exited: AgentExited | undefined
  const encoder = new TextEncoder()
  const writeBytes = inChunks(script.chunkBytes, toClient.write)

  const agentEnd = createTransport({
    source: toAgent.source,
    write: (line) => writeBytes(encoder.encode(`${line}\n`)),
    close: () => toClient.end()
  })
  agentEnd.attach({ message: (message) => received.push(message) })

  const { release } = serveScript(script, {
    transport: agentEnd,
    writeBytes,
    exit: (code) => {
      exited = new AgentExited({ code, signal: null, stderrTail: "", phase: "running" })
      toClient.end()
      agentEnd.close().catch(() => {})
    },
    stderr: () => {},
    grandchild: () => {}
  })

  const clientEnd = createTransport(
    {
      source: toClient.source,
      write: (line) => toAgent.write(encoder.encode(`${line}\n`)),
      close: () => toAgent.end(),
      reason: () => exited
    },
    options
  )
  return { ...clientEnd, release, received }
}
