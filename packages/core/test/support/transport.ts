import type { Transport, TransportEnd } from "../../src/index.ts"

/** Text as bytes. */
export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What a line says, or that it was too long. */
export const text = (line: { readonly _tag: string; readonly text?: string }): string => line.text ?? line._tag

/** Subscribes to the lines of a transport and to its end, and records both. */
export const collect = (transport: Transport): { lines: Array<string>; end: Array<TransportEnd> } => {
  const seen = { lines: [] as Array<string>, end: [] as Array<TransportEnd> }
  transport.lines.subscribe((line) => seen.lines.push(text(line)))
  transport.ended.subscribe((end) => seen.end.push(end))
  return seen
}
