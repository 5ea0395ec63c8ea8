/** Collects the frames of one turn of the event loop and gives them on as one chunk of lines, as a pipe would. */

const LF = 0x0a
const SPACE = 0x20
const encoder = new TextEncoder()

/** Frames in, chunks of lines out. */
export class FrameBatch {
  readonly #out: (chunk: Uint8Array) => void
  #frames: Array<Uint8Array | string> = []
  #scheduled = false

  constructor(out: (chunk: Uint8Array) => void) {
    this.#out = out
  }

  push(frame: Uint8Array | string): void {
    this.#frames.push(frame)
    if (this.#scheduled) return
    this.#scheduled = true
    queueMicrotask(() => this.flush())
  }

  /** Gives on what is there; to be called before the end is reported. */
  flush(): void {
    this.#scheduled = false
    if (this.#frames.length === 0) return
    const frames = this.#frames
    this.#frames = []
    this.#out(joinFrames(frames))
  }
}

/** One line each: a line feed inside a frame is white space of its JSON, and becomes a space. */
const joinFrames = (frames: ReadonlyArray<Uint8Array | string>): Uint8Array => {
  const parts = frames.map((frame) => (typeof frame === "string" ? encoder.encode(frame) : frame))
  const chunk = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, 0))
  let at = 0
  for (const part of parts) {
    chunk.set(part, at)
    const end = at + part.length
    for (let lf = part.indexOf(LF); lf >= 0; lf = part.indexOf(LF, lf + 1)) chunk[at + lf] = SPACE
    chunk[end] = LF
    at = end + 1
  }
  return chunk
}
