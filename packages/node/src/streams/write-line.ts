/** A stream of Node as a sink of lines. */
import type { Writable } from "node:stream"
import { drained } from "./drained.ts"

/**
 * Returns a function that writes a line and its LF. It returns a promise when the next line has to wait, because the reader
 * is slower than the writer; the promise resolves as well when the pipe breaks. Lines for a broken pipe are dropped.
 */
export const writeLine =
  (stream: Writable) =>
  (line: string): void | Promise<void> => {
    if (!stream.writable || stream.write(`${line}\n`)) return
    return drained(stream)
  }
