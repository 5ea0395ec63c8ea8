/** The stdin of a process as a sink of lines. */
import type { Writable } from "node:stream"

/**
 * Writes a line and its LF. Gives a promise when the next line has to wait, because the process reads more slowly than
 * we write; it resolves as well when the pipe breaks, for then there is nothing left to wait for.
 */
export const writeLine =
  (stdin: Writable) =>
  (line: string): void | Promise<void> => {
    if (!stdin.writable || stdin.write(`${line}\n`)) return
    return new Promise((resolve) => {
      const done = () => {
        stdin.off("drain", done).off("close", done)
        resolve()
      }
      stdin.once("drain", done).once("close", done)
    })
  }
