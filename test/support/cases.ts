/** Small inputs from public bug reports with the right outcome, read from `test/cases`. */
import { readdirSync, readFileSync } from "node:fs"
import type { Message } from "@rxacp/core"
import type { WrittenMessage } from "@rxacp/core/testing"

/** What the agent does: one line of text, raw bytes, the end of its output, its exit. */
export type CaseLine =
  | string
  | { readonly bytesBase64: string }
  | { readonly eof: true }
  | { readonly exit: { readonly code: number | null; readonly signal: string | null } }

/** What our side does before the line with this index: a message, or a call in words. */
export type CaseStep = { readonly before: number } & (
  | { readonly send: WrittenMessage & { readonly method: string } }
  | { readonly call: string }
)

/** What is expected; every key says something else about the outcome. */
export interface CaseExpectation {
  readonly decoded?: ReadonlyArray<string>
  readonly messages?: ReadonlyArray<{ readonly role: string; readonly messageId: string | null; readonly text: string }>
  readonly messageLengths?: Readonly<Record<string, number>>
  readonly timeline?: ReadonlyArray<string>
  readonly toolCalls?: Readonly<Record<string, object>>
  readonly toolIds?: ReadonlyArray<string>
  readonly planAfterLine?: Readonly<Record<string, unknown>>
  readonly commands?: ReadonlyArray<string>
  readonly replies?: ReadonlyArray<object>
  readonly replyIds?: ReadonlyArray<unknown>
  readonly replies_text?: Readonly<Record<string, { readonly text: string }>>
  /** How the calls ended, in words that begin with `resolved` or `rejected`. */
  readonly pending?: Readonly<Record<string, string>>
  readonly behaviour?: ReadonlyArray<string>
  readonly mustNot?: ReadonlyArray<string>
}

/** One case. */
export interface Case {
  readonly id: string
  readonly options?: { readonly maxLineBytes?: number; readonly clientCapabilities?: object }
  readonly client?: ReadonlyArray<CaseStep>
  readonly lines: ReadonlyArray<CaseLine>
  /** The agent is a program; such cases are played by the tests of the node package. */
  readonly agent?: object
  readonly generate?: { readonly count: number; readonly text: string }
  readonly expect: CaseExpectation
}

const folder = new URL("../cases/", import.meta.url)

/** The case whose file name begins with this number. */
export const readCase = (number: string): Case => {
  const file = readdirSync(folder).find((name) => name.startsWith(`${number}-`))
  if (file === undefined) throw new Error(`no case ${number}`)
  return JSON.parse(readFileSync(new URL(file, folder), "utf8"))
}

/** The numbers of all cases, sorted. */
export const caseNumbers: ReadonlyArray<string> = readdirSync(folder)
  .map((file) => file.slice(0, 2))
  .sort()

const encoder = new TextEncoder()

/** The bytes of a line, LF and all; none when it is the end of something. */
export const lineBytes = (line: CaseLine): Uint8Array | undefined => {
  if (typeof line === "string") return encoder.encode(`${line}\n`)
  return "bytesBase64" in line ? Buffer.from(line.bytesBase64, "base64") : undefined
}

/** All that the agent writes, in the chunks in which it does. */
export const chunksOf = ({ lines }: Case): ReadonlyArray<Uint8Array> => lines.flatMap((line) => lineBytes(line) ?? [])

/** A decoded message in the words of the cases. */
export const labelOf = (message: Message): string => {
  switch (message._tag) {
    case "Request":
      return `request:${message.method}#${JSON.stringify(message.id)}`
    case "Notification":
      return `notification:${message.method}`
    case "Success":
    case "Failure":
      return `response:${JSON.stringify(message.id)}`
    default:
      return message._tag.toLowerCase()
  }
}
