/** What a server is set up with. */
import type { Transport, TransportOptions } from "@rxacp/core"
import type { AccessOptions } from "./access.ts"

/** Who wants an agent. */
export interface ClientRequest {
  /** The id of the connection that begins. */
  readonly connectionId: string
  /** The request that begins it: the upgrade, or the POST of `initialize`, whose body is read already. */
  readonly request: Request
}

/** Gives the agent for one connection: a spawned process, `agentTransport(handlers)`, or any other transport to an agent. */
export type MakeTransport = (client: ClientRequest) => Transport | Promise<Transport>

/** Limits, times and access of a server. */
export interface ServeOptions extends AccessOptions {
  /** The only path that is answered; default: every one that reaches the server. */
  readonly path?: string
  /** Connections at one time; more are rejected with 503. Default 64. */
  readonly maxConnections?: number
  /** Event streams that one connection may have, open or waiting to be opened. Default 256. */
  readonly maxStreams?: number
  /** Bytes of one message from a client; default 32 MiB. A larger POST gets 413, a larger frame ends the socket. */
  readonly maxMessageBytes?: number
  /** Characters kept for a client that does not read, before the agent is held back. Default 1 Mi. */
  readonly maxBufferedBytes?: number
  /** How long a client may leave what is kept for it unread before its connection is ended, in milliseconds. Default 60,000. */
  readonly stallMs?: number
  /** How long a connection that was cut is kept, in milliseconds; 0 offers no resuming. Default 30,000. */
  readonly graceMs?: number
  /** How long a client may take to begin, and an agent to answer `initialize`, in milliseconds. Default 60,000. */
  readonly initializeMs?: number
  /** How often a sign of life is sent, in milliseconds, so that proxies keep the connection and a silent cut shows. Default 15,000. */
  readonly aliveMs?: number
  /** Options of the transport to each client: its journal, for one. */
  readonly transport?: (client: ClientRequest) => TransportOptions
}

/** The limits of a server, each with a value. */
export type Limits = Required<
  Pick<
    ServeOptions,
    | "maxConnections"
    | "maxStreams"
    | "maxMessageBytes"
    | "maxBufferedBytes"
    | "stallMs"
    | "graceMs"
    | "initializeMs"
    | "aliveMs"
  >
>

/** Throws a `RangeError` if a limit is not a positive integer; `graceMs` may be 0. */
export const limitsOf = (options: ServeOptions): Limits => {
  const limits: Limits = {
    maxConnections: options.maxConnections ?? 64,
    maxStreams: options.maxStreams ?? 256,
    maxMessageBytes: options.maxMessageBytes ?? 32 * 1024 * 1024,
    maxBufferedBytes: options.maxBufferedBytes ?? 1024 * 1024,
    stallMs: options.stallMs ?? 60_000,
    graceMs: options.graceMs ?? 30_000,
    initializeMs: options.initializeMs ?? 60_000,
    aliveMs: options.aliveMs ?? 15_000
  }
  for (const [name, value] of Object.entries(limits)) {
    const least = name === "graceMs" ? 0 : 1
    if (!Number.isSafeInteger(value) || value < least)
      throw new RangeError(`${name} must be an integer of at least ${least}`)
  }
  return limits
}
