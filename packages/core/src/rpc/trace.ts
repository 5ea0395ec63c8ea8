/** Metadata of every message that comes in or is handed to the transport, for logs: never content. */
import { asyncScheduler } from "rxjs"
import { utf8Size } from "../wire/lines/utf8.ts"
import type { Message, RpcId } from "../wire/messages/message.ts"

/** What the option `trace` is called with: facts about one message, never its content, or (`held`) about a hold of delivery. */
export interface MessageMetadata {
  readonly direction: "in" | "out"
  readonly kind: "request" | "notification" | "response" | "error" | "noise" | "invalid" | "oversize" | "held"
  readonly method?: string
  readonly id?: RpcId
  /** Size of the line in bytes. */
  readonly bytes: number
  /** Number of the incoming line. */
  readonly seq?: number
  readonly epoch: number
  /** For an answer: time since its request, in ms. For `held`: how long delivery has been held. */
  readonly ms?: number
}

/** Called with the metadata of every message. It must not throw. */
export type TraceSink = (record: MessageMetadata) => void

/** What a peer reports to its trace. */
export interface Tracer {
  readonly received: (message: Message) => void
  readonly sent: (kind: "request" | "notification", line: string, method: string, id?: number) => void
  readonly responded: (kind: "response" | "error", id: RpcId, line: string) => void
  /** The transport did not take the request: there will be no answer to it. */
  readonly refused: (id: number) => void
}

const SILENT: Tracer = { received: () => {}, sent: () => {}, responded: () => {}, refused: () => {} }

const KINDS = {
  Request: "request",
  Notification: "notification",
  Success: "response",
  Failure: "error",
  Noise: "noise",
  Invalid: "invalid",
  Oversize: "oversize"
} as const satisfies Record<Message["_tag"], MessageMetadata["kind"]>

interface Started {
  readonly method: string
  readonly at: number
}

/** Measures and reports; without a sink it does nothing. */
export const createTracer = (sink: TraceSink | undefined, epoch: number): Tracer => {
  if (sink === undefined) return SILENT
  const ours = new Map<RpcId, Started>()
  const theirs = new Map<RpcId, Started>()
  const now = (): number => asyncScheduler.now()

  const finish = (started: Map<RpcId, Started>, id: RpcId): { method?: string; ms?: number } => {
    const call = started.get(id)
    started.delete(id)
    return call === undefined ? {} : { method: call.method, ms: now() - call.at }
  }

  return {
    received: (message) => {
      const { seq } = message
      const bytes = message._tag === "Oversize" ? message.bytes : message.line.bytes
      if (message._tag === "Request") theirs.set(message.id, { method: message.method, at: now() })
      sink({
        direction: "in",
        kind: KINDS[message._tag],
        ...("method" in message ? { method: message.method } : {}),
        ...("id" in message && message.id !== undefined ? { id: message.id } : {}),
        bytes,
        seq,
        epoch,
        ...(message._tag === "Success" || message._tag === "Failure" ? finish(ours, message.id) : {})
      })
    },
    sent: (kind, line, method, id) => {
      if (id !== undefined) ours.set(id, { method, at: now() })
      sink({ direction: "out", kind, method, ...(id === undefined ? {} : { id }), bytes: utf8Size(line), epoch })
    },
    responded: (kind, id, line) => {
      sink({ direction: "out", kind, id, bytes: utf8Size(line), epoch, ...finish(theirs, id) })
    },
    refused: (id) => {
      ours.delete(id)
    }
  }
}

/** The metadata of one message as a single line without control characters, for a log file. */
export const formatTrace = ({ direction, kind, method, id, bytes, seq, epoch, ms }: MessageMetadata): string =>
  [
    direction === "in" ? "<-" : "->",
    kind,
    method,
    id === undefined ? undefined : `#${id}`,
    `${bytes}B`,
    seq === undefined ? undefined : `seq=${seq}`,
    `epoch=${epoch}`,
    ms === undefined ? undefined : `${ms}ms`
  ]
    .filter((part) => part !== undefined)
    .join(" ")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "?")
    .slice(0, MAX_TRACE_LINE)

const MAX_TRACE_LINE = 1000
