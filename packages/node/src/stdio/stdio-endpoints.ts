/** The standard streams of this process as the two ends of a transport. */
import type { TransportEndpoints } from "@rxacp/core"
import { drained } from "../streams/drained.ts"

/** The ends, and a way to write bytes past the lines. */
export interface StdioEndpoints extends TransportEndpoints {
  /** A promise when more have to wait. */
  readonly writeBytes: (bytes: Uint8Array) => void | Promise<void>
}

/**
 * Takes stdin and stdout over. From here on stdout carries frames only: whatever else this process writes to it, by the
 * console or by itself, goes to stderr. A stdout that breaks is the end of the input as well.
 */
export const stdioEndpoints = (): StdioEndpoints => {
  const { stdin, stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  stdout.on("error", () => stdin.destroy())
  const writeBytes = (bytes: Uint8Array | string): void | Promise<void> => {
    if (!stdout.writable || write(bytes)) return
    return drained(stdout)
  }
  return { source: stdin, write: (line) => writeBytes(`${line}\n`), close: () => {}, writeBytes }
}
