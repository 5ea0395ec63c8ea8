/** What a turn used, from reports that may be sums over the session. */
import { isRecord } from "./state/json.ts"
import type { SessionState } from "./state/session-state.ts"

/** Token counts as agents report them with the end of a turn (unstable: `usage` of the prompt's answer). */
export interface TokenUsage {
  readonly totalTokens: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly thoughtTokens?: number
  readonly cachedReadTokens?: number
  readonly cachedWriteTokens?: number
}

/** The usage of one turn. */
export interface UsageOfTurn {
  /** As the agent reported it: some report the turn, some the session so far. */
  readonly reported: TokenUsage
  /** What came on top of the report of the turn before; what was reported, when that one is not part of it. */
  readonly difference: TokenUsage
}

const needed = ["totalTokens", "inputTokens", "outputTokens"] as const
const optional = ["thoughtTokens", "cachedReadTokens", "cachedWriteTokens"] as const

const read = (usage: unknown): TokenUsage | undefined => {
  if (!isRecord(usage) || !needed.every((name) => typeof usage[name] === "number")) return undefined
  const counts = [...needed, ...optional].flatMap((name) =>
    typeof usage[name] === "number" ? [[name, usage[name]]] : []
  )
  // The needed counts are there, as checked above.
  return Object.fromEntries(counts) as TokenUsage
}

const difference = (now: TokenUsage, before: TokenUsage | undefined): TokenUsage => {
  const names = [...needed, ...optional].filter((name) => now[name] !== undefined)
  const isSum = before !== undefined && names.every((name) => (now[name] ?? 0) >= (before[name] ?? 0))
  if (!isSum) return now
  return Object.fromEntries(
    names.map((name) => [name, (now[name] ?? 0) - (before[name] ?? 0)])
  ) as unknown as TokenUsage
}

/**
 * The usage that was reported with the end of a turn (default: the last that ended with a report), and the difference to the
 * report before it. undefined when the turn has none.
 */
export const turnUsage = (state: SessionState, turn?: number): UsageOfTurn | undefined => {
  const reports = state.turns.flatMap((each) => {
    const reported = read(each.usage)
    return reported === undefined ? [] : [{ turn: each.turn, reported }]
  })
  const place = turn === undefined ? reports.length - 1 : reports.findLastIndex((each) => each.turn === turn)
  const now = reports[place]?.reported
  return now && { reported: now, difference: difference(now, reports[place - 1]?.reported) }
}
