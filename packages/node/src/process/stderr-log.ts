/** Reads stderr to its end, by lines: gives them to whoever listens and keeps the last ones. */
import type { Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { type Line, type Oversize, splitLines } from "@rxacp/core"
import { fromEvent, map, merge, Observable, Subject, takeUntil } from "rxjs"
import { within } from "./within.ts"

/** Longest line of stderr that is kept whole, in bytes. */
const maxLineBytes = 64 * 1024
/** Lines kept for the first subscriber. */
const maxWaiting = 1000

/** What has been written to stderr. */
export interface StderrLog {
  /** The lines. Hot; the last thousand before the first subscription are kept for it. */
  readonly lines: Observable<string>
  /** The last lines that fit in the limit. */
  readonly tail: () => string
  /** Resolves at the end of the output. */
  readonly ended: Promise<void>
  /** Ends the output once it stays silent for `ms`, for at most four such waits. */
  endWhenSilent(ms: number): Promise<void>
}

/** Reads `stream` from now on. Every line passes `mask` before anyone sees it. */
export const stderrLog = (stream: Readable, mask: (text: string) => string, tailBytes: number): StderrLog => {
  const subject = new Subject<string>()
  const kept: Array<string> = []
  let keptBytes = 0
  let waiting: Array<string> | undefined = []
  let arrived = 0

  const keep = (line: string) => {
    kept.push(line)
    keptBytes += Buffer.byteLength(line) + 1
    while (kept.length > 1 && keptBytes - Buffer.byteLength(kept[0] ?? "") - 1 >= tailBytes) {
      keptBytes -= Buffer.byteLength(kept.shift() ?? "") + 1
    }
    arrived += 1
    if (waiting === undefined) return
    waiting.push(line)
    if (waiting.length > maxWaiting) waiting.shift()
  }

  const end = merge(fromEvent(stream, "end"), fromEvent(stream, "close"))
  const ended = new Promise<void>((resolve) => {
    ;(fromEvent(stream, "data") as Observable<Uint8Array>)
      .pipe(takeUntil(end), splitLines({ maxLineBytes }), map(textOf), map(mask))
      .subscribe({
        next: (line) => {
          keep(line)
          subject.next(line)
        },
        complete: () => {
          subject.complete()
          resolve()
        }
      })
  })

  return {
    lines: new Observable((subscriber) => {
      const first = waiting ?? []
      waiting = undefined
      for (const line of first) subscriber.next(line)
      return subject.subscribe(subscriber)
    }),
    tail: () => lastBytes(kept.join("\n"), tailBytes),
    ended,
    endWhenSilent: async (ms) => {
      for (let rounds = 0, before = -1; rounds < 4 && before !== arrived && !stream.closed; rounds++) {
        before = arrived
        await within(ms, ended)
        await setImmediate()
      }
      stream.destroy()
    }
  }
}

const textOf = (line: Line | Oversize): string =>
  line._tag === "Line" ? line.text : `${line.head} … (${line.bytes} bytes) … ${line.tail}`

/** The end of a text that fits in `limit` bytes, from a character on. */
const lastBytes = (text: string, limit: number): string => {
  const bytes = Buffer.from(text)
  if (bytes.length <= limit) return text
  let start = bytes.length - limit
  while (isContinuation(bytes[start])) start += 1
  return bytes.subarray(start).toString()
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80
