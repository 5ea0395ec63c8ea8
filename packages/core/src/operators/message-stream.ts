/** Transports to the pairs of Web streams of JSON-RPC messages that other ACP libraries work on, and back. */
import { concatMap } from "rxjs"
import { jsonText } from "../internal/json-text.ts"
import { createTransport, type TransportOptions } from "../transport/create-transport.ts"
import { internalsOf } from "../transport/internals.ts"
import type { Transport } from "../transport/transport.ts"
import type { Message } from "../wire/messages/message.ts"
import { toReadableStream } from "./readable-stream.ts"

/** A duplex of decoded JSON-RPC messages, as the official SDK's `Stream` is one of its `AnyMessage`. */
export interface MessageStream<RpcMessage> {
  readonly readable: ReadableStream<RpcMessage>
  readonly writable: WritableStream<RpcMessage>
}

/**
 * A transport as a stream of messages, for a library that reads and writes them: what is not a JSON-RPC message is left out.
 * While messages are not read the transport is held, and a write waits while the peer does not take it. Closing the
 * writable, aborting it or cancelling the readable closes the transport. Ids past 2^53 become the nearest number.
 *
 * ```
 * const stream: Stream = streamFromTransport(spawnAgent({ command: "agent" }))
 * ```
 */
export const streamFromTransport = <RpcMessage = unknown>(transport: Transport): MessageStream<RpcMessage> => {
  const { drained, messages, flow } = internalsOf(transport)
  const close = async (): Promise<void> => {
    await transport.close()
  }
  // What was on the wire is what the library types, as with any JSON that it parses.
  const read = messages.pipe(concatMap((message) => rpcMessagesOf(message) as ReadonlyArray<RpcMessage>))
  const reader = toReadableStream(read, flow).getReader()
  return {
    readable: new ReadableStream<RpcMessage>(
      {
        pull: async (controller) => {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: async () => {
          await reader.cancel()
          await close()
        }
      },
      { highWaterMark: 0 }
    ),
    writable: new WritableStream<RpcMessage>({
      write: (message) => {
        transport.write(jsonText(message) ?? "null")
        return drained()
      },
      close,
      abort: close
    })
  }
}

/**
 * A stream of messages as a transport, with the limits, the journal and the flow of any other. While delivery is held
 * nothing is read from the stream. It ends when the readable does; `close()` closes the writable and cancels the readable.
 */
export const transportFromStream = <RpcMessage>(
  { readable, writable }: MessageStream<RpcMessage>,
  options: TransportOptions = {}
): Transport => {
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const encode = new TransformStream<RpcMessage, Uint8Array>({
    transform: (message, controller) => controller.enqueue(encoder.encode(`${jsonText(message) ?? "null"}\n`))
  })
  return createTransport(
    {
      source: readable.pipeThrough(encode),
      write: (line) => writer.write(JSON.parse(line) as RpcMessage),
      // A peer that has left has closed the stream already.
      close: () => writer.close().catch(() => {})
    },
    options
  )
}

const numberOf = (id: unknown): unknown => (typeof id === "bigint" ? Number(id) : id)

const rpcMessagesOf = (message: Message): ReadonlyArray<object> => {
  switch (message._tag) {
    case "Request":
    case "Notification":
    case "Success":
    case "Failure": {
      const { _tag, seq: _, line: __, raw: ___, ...members } = message
      return [{ jsonrpc: "2.0", ...members, ...("id" in members ? { id: numberOf(members.id) } : {}) }]
    }
    default:
      return []
  }
}
