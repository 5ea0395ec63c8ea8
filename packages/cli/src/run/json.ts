/** The events of a session as NDJSON. */
import type { View } from "./view.ts"

/** JSON knows no integers past 2^53, which some agents use as ids. */
const plain = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)

/** Writes every event as one line of JSON; notes go to `notes`. */
export const jsonView = (write: (text: string) => void, notes: (text: string) => void): View => ({
  show: (_, event) => write(`${JSON.stringify(event, plain)}\n`),
  note: (text) => notes(`${text}\n`),
  pause: () => {},
  resume: () => {},
  end: () => {}
})
