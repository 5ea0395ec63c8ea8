/** A scripted agent in memory: the client's end of a transport whose other end plays a script. */

import type { TransportOptions } from "../transport/create-transport.ts"
import { internalsOf } from "../transport/internals.ts"
import type { Transport } from "../transport/transport.ts"
import type { Message } from "../wire/messages/message.ts"
import { portPair } from "./port-pair.ts"
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
  const received: Array<Message> = []
  const { client, port } = portPair(options, script.chunkBytes)
  internalsOf(port.transport).attach({ message: (message) => received.push(message) })
  const { release } = serveScript(script, port)
  return { ...client, release, received }
}
