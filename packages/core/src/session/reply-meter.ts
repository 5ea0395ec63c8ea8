/** The accounts of one turn against its caps: what is delivered, what is left out, and which cap said so. */

import { assertLimits } from "../internal/assert-limits.ts"
import type { SessionUpdate } from "../schema/index.ts"
import { utf8Prefix, utf8Size } from "../wire/lines/utf8.ts"
import { budgetMeter } from "./budget-meter.ts"
import type { ReplyLimits } from "./limits.ts"
import { measuredText, type ReplyChunk, replySizer } from "./reply-size.ts"
import type { LimitName, Omitted, Overflow } from "./session-event.ts"

/** An update as the meter sees it: a typed one, or one that only counts as an update. */
export type MeteredUpdate =
  | { readonly _tag: "Update"; readonly update: SessionUpdate }
  | { readonly _tag: "UnknownUpdate" | "InvalidUpdate" }

/** Counts the updates of one turn; the next turn takes a new meter. */
export interface ReplyMeter {
  /**
   * Counts one update and answers what of it is to be delivered: the event itself when it fits, a copy with the
   * beginning of its text when the byte cap falls inside it, `undefined` when nothing of it fits or a cap was passed
   * before.
   */
  readonly push: <Event extends MeteredUpdate>(event: Event) => Event | undefined
  /** The cap that was passed: set by the push of the first update that is left out, wholly or in part, and kept. */
  readonly overflow: Pick<Overflow, "limit" | "max"> | undefined
  /** Updates of which nothing was delivered, and bytes of reply content not delivered; set once a cap was passed. */
  readonly omitted: Omitted | undefined
  /** The budgets that the agent reported nothing about; undefined when there are none. */
  readonly unreported: ReadonlyArray<LimitName> | undefined
}

const replyChunk = (event: MeteredUpdate): ReplyChunk | undefined =>
  event._tag === "Update" && event.update.sessionUpdate === "agent_message_chunk" ? event.update : undefined

const withText = <Event extends MeteredUpdate>(event: Event, chunk: ReplyChunk, text: string): Event => ({
  ...event,
  update: { ...chunk, content: { ...chunk.content, text } }
})

/**
 * Starts the accounts of one turn. `maxUpdates` counts updates of every kind, unknown and invalid ones too; `maxChunks`
 * counts `agent_message_chunk`; `maxBytes` counts the content of those as UTF-8: text by its text, other blocks by their
 * JSON. Thoughts are not part of the reply. An update that passes several caps is reported for a count before the bytes, since a
 * count leaves out all of it. Tokens and cost are counted as the agent reports them; `costBefore` is the cost of the session
 * that it reported last before the turn. Throws a `RangeError` for a cap that is zero, negative or not a number.
 */
export const replyMeter = (limits: ReplyLimits, costBefore?: number): ReplyMeter => {
  assertLimits(limits)
  const { maxBytes, maxChunks, maxUpdates } = limits
  let updates = 0
  let chunks = 0
  let bytes = 0
  const budget = budgetMeter(limits, costBefore)
  let sizeOf = replySizer()
  let overflow: ReplyMeter["overflow"]
  let omittedUpdates = 0
  let omittedBytes = 0

  const leaveOut = (chunk: ReplyChunk | undefined): undefined => {
    omittedUpdates += 1
    if (chunk !== undefined) omittedBytes += sizeOf(chunk)
    return undefined
  }

  const passCount = (limit: "maxChunks" | "maxUpdates", max: number): void => {
    overflow = { limit, max }
    // What is left out is counted on its own: it completes no character of what was delivered.
    sizeOf = replySizer()
  }

  const cut = <Event extends MeteredUpdate>(event: Event, chunk: ReplyChunk, over: number): Event | undefined => {
    const text = measuredText(chunk)
    const kept = chunk.content.type === "text" ? utf8Prefix(text, utf8Size(text) - over) : ""
    omittedBytes = utf8Size(text.slice(kept.length))
    if (kept !== "") return withText(event, chunk, kept)
    omittedUpdates = 1
    return undefined
  }

  return {
    push(event) {
      const chunk = replyChunk(event)
      updates += 1
      if (chunk !== undefined) chunks += 1
      if (overflow === undefined) {
        if (maxUpdates !== undefined && updates > maxUpdates) passCount("maxUpdates", maxUpdates)
        else if (maxChunks !== undefined && chunks > maxChunks) passCount("maxChunks", maxChunks)
      }
      if (overflow !== undefined) return leaveOut(chunk)
      const spent = event._tag === "Update" ? budget?.passedBy(event.update) : undefined
      if (spent !== undefined) {
        overflow = spent
        // A report of usage is the last word on what was spent, so it is delivered.
        return spent.limit === "maxToolCalls" ? leaveOut(chunk) : event
      }
      if (maxBytes === undefined || chunk === undefined) return event
      bytes += sizeOf(chunk)
      if (bytes <= maxBytes) return event
      overflow = { limit: "maxBytes", max: maxBytes }
      return cut(event, chunk, bytes - maxBytes)
    },
    get overflow() {
      return overflow
    },
    get omitted() {
      return overflow && { updates: omittedUpdates, bytes: omittedBytes }
    },
    get unreported() {
      const unreported = budget?.unreported ?? []
      return unreported.length === 0 ? undefined : unreported
    }
  }
}
