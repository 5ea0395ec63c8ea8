/** The operator that caps what one reply may cost. */
import { concatMap, defer, type OperatorFunction } from "rxjs"
import { assertLimits } from "../internal/assert-limits.ts"
import type { ReplyLimits } from "../session/limits.ts"
import { type ReplyMeter, replyMeter } from "../session/reply-meter.ts"
import type { Overflow, SessionEvent, TurnEnded, UpdatePhase } from "../session/session-event.ts"

/** What to do at a cap. */
export interface LimitReplyOptions {
  /** Called once in each turn that passes a cap, with its session, before `Overflow` is emitted: send the cancel here. */
  readonly cancel: (sessionId: string) => void
}

type UpdateOfSession = Extract<SessionEvent, { readonly phase: UpdatePhase }>

const uncounted: ReadonlySet<UpdatePhase> = new Set(["late", "replay", "between"])

const overflowAt = (event: UpdateOfSession, passed: NonNullable<ReplyMeter["overflow"]>): Overflow => ({
  _tag: "Overflow",
  sessionId: event.sessionId,
  epoch: event.epoch,
  n: event.n,
  ...(event.seq !== undefined && { seq: event.seq }),
  ...passed
})

const withAccount = (event: TurnEnded, meter: ReplyMeter | undefined): TurnEnded => {
  const { omitted, unreported } = meter ?? {}
  if (omitted === undefined && unreported === undefined) return event
  const { updates, bytes } = event.omitted ?? { updates: 0, bytes: 0 }
  return {
    ...event,
    ...(omitted && { omitted: { updates: updates + omitted.updates, bytes: bytes + omitted.bytes } }),
    ...(unreported && { unreported: [...new Set([...(event.unreported ?? []), ...unreported])] })
  }
}

/** The cost of the session, if an event reports one. */
const costIn = (event: UpdateOfSession): number | undefined =>
  event._tag === "Update" && event.update.sessionUpdate === "usage_update" ? event.update.cost?.amount : undefined

/**
 * Caps every reply in a stream of session events. At a cap what fits is kept, cut at a code point, `cancel` is called,
 * and one `Overflow` names the first update left out. Later updates of that turn are counted, not delivered;
 * everything else passes, and the agent's own `TurnEnded` gets `omitted` (added to what it has already, when a cap
 * further up has cut the turn too). A report of usage that passes a budget is delivered; `unreported` names the budgets that
 * the agent reported nothing about. Counters belong to a session and start over at each `TurnStarted`; updates that
 * are late, replayed or between turns pass uncounted. Bytes are counted as `ReplyLimits` says.
 *
 * `Overflow` bears the stamp of the update it names: also its `n`, since the numbers of a stream are not ours to give
 * out. So the `n` of what is delivered never falls, has gaps where updates are missing, and stands twice where an
 * update was cut.
 *
 * Throws a `RangeError` at once for a cap that is zero, negative or not a number; a throw in `cancel` errors the stream.
 */
export const limitReply = (
  limits: ReplyLimits,
  { cancel }: LimitReplyOptions
): OperatorFunction<SessionEvent, SessionEvent> => {
  assertLimits(limits)
  return (source) =>
    defer(() => {
      const meters = new Map<string, ReplyMeter>()
      const costs = new Map<string, number>()

      const start = (sessionId: string): ReplyMeter => {
        const meter = replyMeter(limits, costs.get(sessionId))
        meters.set(sessionId, meter)
        return meter
      }

      const end = (sessionId: string): ReplyMeter | undefined => {
        const meter = meters.get(sessionId)
        meters.delete(sessionId)
        return meter
      }

      const cap = (event: UpdateOfSession): ReadonlyArray<SessionEvent> => {
        const meter = meters.get(event.sessionId) ?? start(event.sessionId)
        const before = meter.overflow
        const kept = meter.push(event)
        const passed = meter.overflow
        const delivered = kept === undefined ? [] : [kept]
        if (passed === undefined || passed === before) return delivered
        cancel(event.sessionId)
        return [...delivered, overflowAt(event, passed)]
      }

      const step = (event: SessionEvent): ReadonlyArray<SessionEvent> => {
        switch (event._tag) {
          case "TurnStarted":
            start(event.sessionId)
            return [event]
          case "TurnEnded":
            return [withAccount(event, end(event.sessionId))]
          case "TurnFailed":
            end(event.sessionId)
            return [event]
          case "Update":
          case "UnknownUpdate":
          case "InvalidUpdate": {
            const cost = costIn(event)
            if (cost !== undefined) costs.set(event.sessionId, cost)
            return uncounted.has(event.phase) ? [event] : cap(event)
          }
          default:
            return [event]
        }
      }
      return source.pipe(concatMap(step))
    })
}
