/** Lines over a WebSocket, in both directions, that go on over another socket when the first was cut. */
import type { Control } from "./control.ts"
import { encodeControl } from "./control.ts"
import { FrameBatch } from "./frame-batch.ts"
import { Outbox } from "./outbox.ts"
import type { Socket } from "./socket.ts"

/** Characters that may be under way in one direction of a resumable connection before the peer has to acknowledge some. */
const WINDOW = 256 * 1024
/** After how many received characters they are acknowledged. */
const ACKNOWLEDGE_AFTER = 32 * 1024

/**
 * One end. With a peer that resumes, lines are kept until the peer has acknowledged them, and acknowledging is also what
 * holds the peer back; with any other peer a line is released once it is in the socket, and the socket itself is paused.
 */
export class SocketChannel {
  readonly #outbox = new Outbox(WINDOW)
  readonly #batch: FrameBatch
  #socket: Socket | undefined
  #resumes = false
  #held = false
  #blocked = false
  #received = 0
  /** Characters received since the last acknowledgement. */
  #unacknowledged = 0

  /** `deliver` takes chunks of whole lines. */
  constructor(deliver: (chunk: Uint8Array) => void) {
    this.#batch = new FrameBatch(deliver)
  }

  /** How many lines have come. */
  get received(): number {
    return this.#received
  }

  /** Whether lines wait for the peer to read. */
  get waits(): boolean {
    return this.#outbox.hasUnread || this.#outbox.size > WINDOW
  }

  /** Grows whenever the peer has read something. */
  get progress(): number {
    return this.#outbox.taken
  }

  /** Sends a line, now or once there is a socket; a promise when the next has to wait. */
  write(line: string): Promise<void> | undefined {
    this.#outbox.push(line)
    this.#pump()
    return this.#outbox.room()
  }

  /**
   * Goes on over this socket. `from`: the position up to which the peer has everything, when it has said so; false when what
   * comes after it is not kept any more.
   */
  attach(socket: Socket, resumes: boolean, from?: number): boolean {
    if (from !== undefined && !this.#outbox.rewind(from)) return false
    this.#socket = socket
    this.#resumes = resumes
    this.#blocked = false
    this.#unacknowledged = 0
    if (this.#held) this.#applyHold()
    this.#pump()
    return true
  }

  /** Whether lines are kept until the peer acknowledges them. */
  set resumes(resumes: boolean) {
    this.#resumes = resumes
    if (this.#held) this.#applyHold()
    this.#pump()
  }

  /** The socket is gone. */
  detach(): void {
    this.#batch.flush()
    this.#socket = undefined
  }

  text(frame: Uint8Array | string): void {
    this.#received++
    this.#unacknowledged += frame.length
    this.#batch.push(frame)
    if (!this.#resumes) return
    if (!this.#held) this.#acknowledge()
    // A peer that goes on although nothing is acknowledged is held by its socket.
    else if (this.#unacknowledged > 2 * WINDOW) this.#socket?.flow?.pause()
  }

  /** Passes on what is not a message, so that it is seen. */
  foreign(frame: Uint8Array): void {
    this.#batch.push(`binary frame of ${frame.length} bytes`)
  }

  control({ received }: Control): void {
    if (received === undefined) return
    this.#outbox.acknowledge(received)
    this.#pump()
  }

  pause(): void {
    this.#held = true
    this.#applyHold()
  }

  resume(): void {
    this.#held = false
    this.#socket?.flow?.resume()
    if (this.#resumes) this.#acknowledge()
  }

  /** Lets everybody go who waits. */
  stop(): void {
    this.#batch.flush()
    this.#outbox.clear()
  }

  #applyHold(): void {
    if (!this.#resumes) this.#socket?.flow?.pause()
  }

  #acknowledge(): void {
    if (this.#unacknowledged < ACKNOWLEDGE_AFTER) return
    this.#unacknowledged = 0
    void this.#socket?.send(encodeControl({ received: this.#received }))
  }

  #pump(): void {
    const socket = this.#socket
    if (socket === undefined || this.#blocked) return
    for (let entry = this.#outbox.next(); entry !== undefined; entry = this.#outbox.next()) {
      const congested = socket.send(entry.line)
      if (congested !== undefined) {
        this.#blocked = true
        void congested.then(() => this.#unblock(socket, entry.position))
        return
      }
      if (!this.#resumes) this.#outbox.acknowledge(entry.position)
    }
  }

  #unblock(socket: Socket, position: number): void {
    if (socket !== this.#socket) return
    this.#blocked = false
    if (!this.#resumes) this.#outbox.acknowledge(position)
    this.#pump()
  }
}
