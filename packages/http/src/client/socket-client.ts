/** Keeps a channel of lines connected to a server over WebSockets, one after the other. */
import { ConnectionClosed, LineTooLong, type RxacpFailure } from "@rxacp/core"
import { BehaviorSubject, interval, type Subscription } from "rxjs"
import { openWebSocket } from "#open-web-socket"
import { type Control, decodeControl, encodeControl } from "../wire/control.ts"
import { CloseCode, RESUME_PARAMETER } from "../wire/names.ts"
import type { Socket } from "../wire/socket.ts"
import { SocketChannel } from "../wire/socket-channel.ts"
import { Cookies } from "./cookies.ts"
import { type LinkState, retryDelay } from "./link.ts"
import type { SocketRequest } from "./open-web-socket.ts"

/** What the client was made with. */
export interface SocketClientOptions extends Omit<SocketRequest, "onHeaders"> {
  readonly resume: boolean
}

/** What it needs of its owner. */
export interface SocketClientDeps {
  readonly deliver: (chunk: Uint8Array) => void
  /** Once, when no more will come. */
  readonly ended: (failure: RxacpFailure | undefined) => void
}

/** How long the answer to the wish to go on may take, and how long a goodbye. */
const ANSWER_MS = 10_000
const GOODBYE_MS = 2000
/** After how many missing signs of life a connection counts as cut. */
const MISSED = 3

/** Codes after which a connection is not taken up again. */
const FINAL = new Set<number>(Object.values(CloseCode))

export class SocketClient {
  readonly channel: SocketChannel
  readonly link = new BehaviorSubject<LinkState>("connecting")
  readonly #options: SocketClientOptions
  readonly #deps: SocketClientDeps
  readonly #cookies = new Cookies()
  #peer: "unknown" | "plain" | "resumes" = "unknown"
  #identity: { readonly connection: string; readonly secret: string; readonly graceMs: number } | undefined
  #socket: Socket | undefined
  #answer: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #attempt = 0
  #cutAt = 0
  #heardAt = 0
  #held = false
  #watch: Subscription | undefined
  #closing: (() => void) | undefined
  #over = false

  constructor(options: SocketClientOptions, deps: SocketClientDeps) {
    this.#options = options
    this.#deps = deps
    this.channel = new SocketChannel(deps.deliver)
    if (!options.resume) this.#peer = "plain"
  }

  start(): void {
    void this.#connect()
  }

  pause(): void {
    this.#held = true
    this.channel.pause()
  }

  resume(): void {
    this.#held = false
    this.#heardAt = Date.now()
    this.channel.resume()
  }

  /** Says goodbye; resolves when the socket has closed. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#over) return resolve()
      this.#closing = resolve
      clearTimeout(this.#retry)
      const socket = this.#socket
      if (socket === undefined || this.link.value === "cut") return this.#end(undefined)
      socket.close(CloseCode.done)
      setTimeout(() => {
        if (this.#over) return
        socket.destroy()
        this.#end(undefined)
      }, GOODBYE_MS)
    })
  }

  async #connect(): Promise<void> {
    const { url, headers, resume } = this.#options
    const again = this.#identity !== undefined
    let current: Socket | undefined
    let closed = false
    try {
      current = await openWebSocket(
        {
          ...this.#options,
          url: resume ? withParameter(url, again ? "again" : "new") : url,
          headers: { ...headers, ...this.#cookies.header },
          onHeaders: (given) => this.#cookies.store(listOf(given["set-cookie"]))
        },
        {
          opened: () => this.#opened(),
          text: (frame) => this.#text(frame),
          binary: (frame) => this.#binary(frame),
          closed: (code, reason) => {
            closed = true
            // A socket that was given up for another has nothing more to say.
            if (current === undefined || this.#socket === current) this.#closed(code, reason)
          }
        }
      )
    } catch (error) {
      this.#end(new ConnectionClosed({ reason: messageOf(error) }, { cause: error }))
      return
    }
    if (closed) return
    this.#socket = current
    if (this.#closing !== undefined) current.close(CloseCode.done)
  }

  #opened(): void {
    const socket = this.#socket
    if (socket === undefined || this.#over) return
    this.#heardAt = Date.now()
    const identity = this.#identity
    if (identity === undefined) {
      this.link.next("open")
      this.channel.attach(socket, this.#peer !== "plain")
      return
    }
    const { connection, secret } = identity
    void socket.send(encodeControl({ connection, secret, received: this.channel.received }))
    this.#answer = setTimeout(() => socket.destroy(), ANSWER_MS)
  }

  #text(frame: Uint8Array | string): void {
    this.#heardAt = Date.now()
    if (this.#peer === "unknown") {
      this.#peer = "plain"
      this.channel.resumes = false
    }
    this.channel.text(frame)
  }

  #binary(frame: Uint8Array): void {
    this.#heardAt = Date.now()
    const control = this.#peer === "plain" ? undefined : decodeControl(frame)
    if (control === undefined) this.channel.foreign(frame)
    else if (control.connection === undefined) this.channel.control(control)
    else this.#agreed(control)
  }

  /** The server has begun a connection that survives a cut, or has taken one up again. */
  #agreed({ connection = "", secret, graceMs = 0, aliveMs = 0, received = 0 }: Control): void {
    clearTimeout(this.#answer)
    if (this.#identity === undefined) {
      if (secret === undefined) return
      this.#peer = "resumes"
      this.#identity = { connection, secret, graceMs }
      this.#watchLife(aliveMs)
      return
    }
    const socket = this.#socket
    if (socket === undefined) return
    this.#attempt = 0
    this.#cutAt = 0
    if (this.channel.attach(socket, true, received)) this.link.next("open")
    else {
      socket.close(CloseCode.policy)
      this.#end(new ConnectionClosed({ reason: "the server asked for lines that are not kept any more" }))
    }
  }

  /** A cut that is not reported shows by silence. */
  #watchLife(aliveMs: number): void {
    if (aliveMs === 0) return
    this.#watch ??= interval(aliveMs).subscribe(() => {
      if (this.#held || this.link.value !== "open" || Date.now() - this.#heardAt < MISSED * aliveMs) return
      this.#socket?.destroy()
    })
  }

  #closed(code: number, reason: string): void {
    clearTimeout(this.#answer)
    this.channel.detach()
    this.#socket = undefined
    if (this.#over) return
    const failure = this.#closing === undefined ? this.#whyFinal(code, reason) : null
    if (failure !== undefined) this.#end(failure ?? undefined)
    else {
      if (this.link.value !== "cut") this.link.next("cut")
      this.#retry = setTimeout(() => void this.#connect(), retryDelay(this.#attempt++))
    }
  }

  /** Why the connection is not taken up again; undefined when it is. */
  #whyFinal(code: number, reason: string): RxacpFailure | undefined {
    if (/max payload size exceeded/i.test(reason)) {
      const limit = this.#options.maxFrameBytes
      return new LineTooLong({ seq: this.channel.received + 1, bytes: limit + 1, limit, head: "", tail: "" })
    }
    if (this.#identity === undefined || FINAL.has(code)) return closedWith(code, reason, this.link.value)
    const now = Date.now()
    if (this.#cutAt === 0) this.#cutAt = now
    const { graceMs } = this.#identity
    if (now - this.#cutAt <= graceMs) return undefined
    const told = `the connection was cut and could not be taken up again in ${graceMs} ms`
    return new ConnectionClosed({ reason: reason === "" ? told : `${told}: ${reason}` })
  }

  #end(failure: RxacpFailure | undefined): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#answer)
    clearTimeout(this.#retry)
    this.#watch?.unsubscribe()
    this.channel.stop()
    this.link.next("closed")
    this.link.complete()
    this.#deps.ended(failure)
    this.#closing?.()
  }
}

const closedWith = (code: number, reason: string, state: LinkState): ConnectionClosed => {
  const how = state === "connecting" ? "could not connect" : `the server closed the socket (${code})`
  return new ConnectionClosed({ reason: reason === "" ? how : `${how}: ${reason}` })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const withParameter = (url: string, value: string): string => {
  const parsed = new URL(url)
  parsed.searchParams.set(RESUME_PARAMETER, value)
  return parsed.href
}

const listOf = (value: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  value === undefined ? [] : typeof value === "string" ? [value] : value
