/** Reads stderr to its end, by lines: emits them and keeps the last ones. */
import type { Readable } from "node:stream"
import { type Line, type Oversize, splitLines } from "@rxacp/core"
import { fromEvent, map, merge, Observable, Subject, takeUntil } from "rxjs"
import { LatestLines } from "../process/latest-lines.ts"
import { outputTail } from "../process/output-tail.ts"
import { waitAtMost } from "../process/wait-at-most.ts"
import { waitForSilence } from "../process/wait-for-silence.ts"

/** Longest line of stderr that is kept whole, in bytes. */
const maxLineBytes = 64 * 1024
/** Bytes that the lines for the first subscriber may take in memory. */
const maxWaitingBytes = 1024 * 1024

/** What has been written to stderr. */
export interface StderrLog {
  /** The lines. Hot; the last ones before the first subscription are kept for it, up to a mebibyte. */
  readonly lines: Observable<string>
  /** The end of what was written. */
  readonly tail: () => string
  /** Resolves at the end of the output. */
  readonly ended: Promise<void>
  /** Ends the output once it stays silent for `ms`, or after four such waits. */
  endWhenSilent(ms: number): Promise<void>
}

/** Reads `stream` from now on. Every line passes `mask` before anyone sees it. */
export const stderrLog = (stream: Readable, mask: (text: string) => string, tailBytes: number): StderrLog => {
  const subject = new Subject<string>()
  const tail = outputTail(tailBytes)
  let waiting: LatestLines | undefined = new LatestLines(maxWaitingBytes)
  let arrived = 0

  const keep = (line: string) => {
    tail.add(arrived === 0 ? line : `\n${line}`)
    arrived += 1
    waiting?.add(line)
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
      const first = waiting?.lines() ?? []
      waiting = undefined
      for (const line of first) subscriber.next(line)
      return subject.subscribe(subscriber)
    }),
    tail: tail.text,
    ended,
    endWhenSilent: async (ms) => {
      const wait = (time: number) => waitAtMost(time, ended)
      await waitForSilence(ms, { arrived: () => arrived, ended: () => stream.closed, wait })
      stream.destroy()
      await ended
    }
  }
}

const textOf = (line: Line | Oversize): string =>
  line._tag === "Line" ? line.text : `${line.head} … (${line.bytes} bytes) … ${line.tail}`
