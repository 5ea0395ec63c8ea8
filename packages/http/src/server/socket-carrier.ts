/** Carries a connection over WebSockets. */
import { interval, type Subscription } from "rxjs"
import { type Control, decodeControl, encodeControl } from "../wire/control.ts"
import { CloseCode } from "../wire/names.ts"
import type { Socket, SocketListener } from "../wire/socket.ts"
import { SocketChannel } from "../wire/socket-channel.ts"
import type { Carrier } from "./carrier.ts"
import type { Limits } from "./options.ts"
import type { ServedConnection } from "./served-connection.ts"

/** What the client agreed to. */
export interface SocketCarrierOptions {
  readonly resumes: boolean
  readonly secret: string
  readonly limits: Limits
}

export class SocketCarrier implements Carrier {
  readonly #connection: ServedConnection
  readonly #options: SocketCarrierOptions
  readonly #channel: SocketChannel
  #socket: Socket | undefined
  #alive: Subscription | undefined
  /** How far the client was when that was last looked at. */
  #progress = -1

  constructor(connection: ServedConnection, options: SocketCarrierOptions) {
    this.#connection = connection
    this.#options = options
    this.#channel = new SocketChannel((chunk) => connection.receive(chunk))
  }

  /** The first socket. */
  begin(socket: Socket): void {
    const { resumes, secret, limits } = this.#options
    const { graceMs, aliveMs } = limits
    if (resumes) void socket.send(encodeControl({ connection: this.#connection.id, secret, graceMs, aliveMs }))
    this.#take(socket, undefined)
  }

  /** Goes on over another socket; false when the client may not, or asks for what is not kept. */
  again(socket: Socket, { secret, received = -1 }: Control): boolean {
    if (!this.#options.resumes || secret !== this.#options.secret) return false
    const old = this.#socket
    this.#channel.detach()
    this.#socket = undefined
    old?.close(CloseCode.replaced, "another socket took the connection over")
    void socket.send(encodeControl({ connection: this.#connection.id, received: this.#channel.received }))
    return this.#take(socket, received)
  }

  /** What the current socket reports. */
  listener(socket: () => Socket | undefined): SocketListener {
    const current = (): boolean => socket() !== undefined && socket() === this.#socket
    return {
      text: (frame) => {
        if (current()) this.#channel.text(frame)
      },
      binary: (frame) => {
        if (!current()) return
        const control = this.#options.resumes ? decodeControl(frame) : undefined
        if (control === undefined) return this.#channel.foreign(frame)
        this.#channel.control(control)
      },
      closed: (code) => {
        if (current()) this.#cut(code)
      }
    }
  }

  write(line: string): Promise<void> | undefined {
    return this.#channel.write(line)
  }

  pause(): void {
    this.#channel.pause()
  }

  resume(): void {
    this.#channel.resume()
  }

  stalled(): boolean {
    const { progress } = this.#channel
    const stalled = this.#socket !== undefined && this.#channel.waits && progress === this.#progress
    this.#progress = progress
    return stalled
  }

  close(code: number, reason: string): void {
    const socket = this.#socket
    this.#channel.detach()
    this.#socket = undefined
    this.#alive?.unsubscribe()
    this.#channel.stop()
    socket?.close(code, reason)
    // Whoever does not say goodbye in time is left.
    if (socket !== undefined) setTimeout(() => socket.destroy(), 2000)
  }

  #take(socket: Socket, from: number | undefined): boolean {
    this.#socket = socket
    this.#progress = -1
    this.#connection.back()
    this.#alive?.unsubscribe()
    this.#alive = interval(this.#options.limits.aliveMs).subscribe(() => {
      if (this.#options.resumes) void socket.send(encodeControl({ received: this.#channel.received }))
      else socket.ping?.()
    })
    return this.#channel.attach(socket, this.#options.resumes, from)
  }

  #cut(code: number): void {
    this.#channel.detach()
    this.#socket = undefined
    this.#alive?.unsubscribe()
    if (code === CloseCode.done) this.#connection.end({ by: "client", reason: "the client closed the connection" })
    else this.#connection.cut(this.#options.resumes ? this.#options.limits.graceMs : 0)
  }
}
