/** One client and its agent: passes lines between them until one leaves, is cut for too long or does not read. */
import { createTransport, type Transport } from "@rxacp/core"
import { type Relay, type RelayEnd, relay } from "@rxacp/core/relay"
import { interval, Subject, type Subscription } from "rxjs"
import { CloseCode } from "../wire/names.ts"
import type { Carrier } from "./carrier.ts"
import type { ClientRequest, Limits, MakeTransport, ServeOptions } from "./options.ts"

/** How a connection ended, for the operator of the server. */
export interface ConnectionEnd {
  readonly by: "client" | "agent" | "server"
  readonly reason: string
}

export interface ServedConnectionDeps {
  readonly client: ClientRequest
  readonly makeTransport: MakeTransport
  readonly options: ServeOptions
  readonly limits: Limits
  readonly carrier: (connection: ServedConnection) => Carrier
  readonly ended: (connection: ServedConnection, end: ConnectionEnd) => void
}

export class ServedConnection {
  readonly id: string
  readonly carrier: Carrier
  readonly #deps: ServedConnectionDeps
  readonly #bytes = new Subject<Uint8Array>()
  readonly #client: Transport
  #relay: Relay | undefined
  #grace: ReturnType<typeof setTimeout> | undefined
  #watch: Subscription
  #end: ConnectionEnd | undefined

  constructor(deps: ServedConnectionDeps) {
    this.#deps = deps
    this.id = deps.client.connectionId
    this.carrier = deps.carrier(this)
    const { carrier, limits } = { carrier: this.carrier, limits: deps.limits }
    this.#client = createTransport(
      {
        source: { bytes: this.#bytes, pause: () => carrier.pause(), resume: () => carrier.resume() },
        write: (line) => carrier.write(line),
        close: () => {}
      },
      { maxLineBytes: limits.maxMessageBytes, ...deps.options.transport?.(deps.client) }
    )
    this.#watch = this.#watchStall()
    void this.#start()
  }

  get over(): boolean {
    return this.#end !== undefined
  }

  /** Why it is over, if it is. */
  get endReason(): string {
    return this.#end?.reason ?? ""
  }

  /** Chunks of lines from the client. */
  receive(chunk: Uint8Array): void {
    if (this.#end === undefined) this.#bytes.next(chunk)
  }

  /** The client is gone for now; ends the connection when it stays so. */
  cut(ms: number): void {
    clearTimeout(this.#grace)
    if (ms === 0) this.end({ by: "client", reason: "the connection was cut" })
    else this.#grace = setTimeout(() => this.end({ by: "client", reason: "the client did not come back" }), ms)
  }

  back(): void {
    clearTimeout(this.#grace)
  }

  /** Ends the connection, and the agent with it. */
  end(end: ConnectionEnd, code: number = CloseCode.done): void {
    if (this.#end !== undefined) return
    this.#end = end
    clearTimeout(this.#grace)
    this.#watch.unsubscribe()
    this.carrier.close(code, end.reason)
    this.#bytes.complete()
    void this.#relay?.close().catch(() => {})
    void this.#client.close().catch(() => {})
    this.#deps.ended(this, end)
  }

  async #start(): Promise<void> {
    let agent: Transport
    try {
      agent = await this.#deps.makeTransport(this.#deps.client)
    } catch (error) {
      const reason = `no agent: ${error instanceof Error ? error.message : String(error)}`
      return this.end({ by: "server", reason }, CloseCode.internal)
    }
    if (this.#end !== undefined) {
      agent.close().catch(() => {})
      return
    }
    this.#relay = relay(this.#client, agent)
    this.#relay.ended.subscribe((how) => this.end(...endOf(how)))
  }

  /** A client that leaves everything unread for too long is not coming back for it. */
  #watchStall(): Subscription {
    const { stallMs } = this.#deps.limits
    return interval(stallMs).subscribe(() => {
      if (this.carrier.stalled()) this.end({ by: "client", reason: "the client does not read" }, CloseCode.policy)
    })
  }
}

const endOf = ({ by, failure }: RelayEnd): readonly [ConnectionEnd, number] => [
  { by: by === "relay" ? "server" : by, reason: failure?.message ?? "closed" },
  by === "agent" ? CloseCode.done : CloseCode.internal
]
