/** What one turn spends, as far as the agent reports it: tool calls, tokens, cost. What it does not report is not known. */
import type { SessionUpdate } from "../schema/index.ts"
import type { ReplyLimits } from "./limits.ts"
import type { LimitName } from "./session-event.ts"

interface PassedBudget {
  readonly limit: LimitName
  readonly max: number
}

/** Counts against the budgets of one turn. */
export class BudgetMeter {
  readonly #limits: ReplyLimits
  /** The cost of the session before the turn, as the agent reported it last. */
  readonly #costBefore: number
  readonly #calls = new Set<string>()
  #tokensReported = false
  #costReported = false

  constructor(limits: ReplyLimits, costBefore: number | undefined) {
    this.#limits = limits
    this.#costBefore = costBefore ?? 0
  }

  /** The budgets that nothing can be said about, since the agent reported nothing. */
  get unreported(): ReadonlyArray<LimitName> {
    const { maxTokens, maxCost } = this.#limits
    return [
      ...(maxTokens !== undefined && !this.#tokensReported ? (["maxTokens"] as const) : []),
      ...(maxCost !== undefined && !this.#costReported ? (["maxCost"] as const) : [])
    ]
  }

  /** Counts an update; the budget that it passes. */
  passedBy(update: SessionUpdate): PassedBudget | undefined {
    if (update.sessionUpdate === "usage_update") return this.#usage(update)
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return undefined
    const { maxToolCalls: max } = this.#limits
    if (max === undefined) return undefined
    this.#calls.add(update.toolCallId)
    return this.#calls.size > max ? { limit: "maxToolCalls", max } : undefined
  }

  #usage({ used, cost }: Extract<SessionUpdate, { readonly sessionUpdate: "usage_update" }>): PassedBudget | undefined {
    const { maxTokens, maxCost } = this.#limits
    this.#tokensReported = true
    if (cost) this.#costReported = true
    if (maxTokens !== undefined && used > maxTokens) return { limit: "maxTokens", max: maxTokens }
    if (maxCost === undefined || !cost) return undefined
    return cost.amount - this.#costBefore > maxCost ? { limit: "maxCost", max: maxCost } : undefined
  }
}

/** The meter of limits that have a budget among them. */
export const budgetMeter = (limits: ReplyLimits, costBefore: number | undefined): BudgetMeter | undefined => {
  const { maxToolCalls, maxTokens, maxCost } = limits
  const none = maxToolCalls === undefined && maxTokens === undefined && maxCost === undefined
  return none ? undefined : new BudgetMeter(limits, costBefore)
}
