/** The contract of a transport: one framed, recorded, flow-controlled duplex to an agent (or to a client). */
import type { Observable } from "rxjs"
import type { RxacpFailure } from "../failures.ts"
import type { Line, Oversize } from "../wire/lines/line.ts"
import type { Message } from "../wire/messages/message.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import type { Flow } from "./flow.ts"

/** Why a transport ended. Without `failure` it was closed by us. */
export interface TransportEnd {
  readonly failure?: RxacpFailure
}

/** What is known of a peer that takes too long to start. */
export interface SilentStart {
  /** The end of what it wrote to stderr. */
  readonly stderrTail?: string
  /** What may be wrong with the way it was started, as a clause without a full stop. */
  readonly hint?: string
}

/**
 * One duplex of lines. Its streams become hot together at the first subscription or first write; until then it holds
 * what arrived, with its source paused. They complete when the transport ends; `ended` says why.
 */
export interface Transport {
  /** Every non-blank incoming line, oversize ones as a value. */
  readonly lines: Observable<Line | Oversize>
  /** Every line, decoded once. */
  readonly messages: Observable<Message>
  /** Every `session/update`, validated once. */
  readonly updates: Observable<UpdateEvent>
  /** The switch that holds delivery, and with it the agent. */
  readonly flow: Flow
  /** Tells this run of the agent from others; chosen by the caller, default 1. */
  readonly epoch: number
  /** Emits once, also to late subscribers, after the last line was delivered; then completes. */
  readonly ended: Observable<TransportEnd>
  /**
   * Queues one line (without LF) for writing; throws `MessageTooLarge`, or the reason for the end once the transport
   * has ended. Lines are written in order, each after its journal record.
   */
  write(line: string): void
  /** Ends the transport: lifts the holds, delivers what has arrived, closes the sink. */
  close(): Promise<unknown>
}
