/** Token counts and costs as attributes; what an agent does not report has none. */
import type { Attributes } from "@opentelemetry/api"
import type { SessionUpdate, TurnUsage } from "@rxacp/core"
import { attribute } from "./attributes.ts"

type UsageUpdate = Extract<SessionUpdate, { readonly sessionUpdate: "usage_update" }>

/** The attributes of what the agent said of its context and of the session's cost. */
export const contextUsage = ({ used, size, cost }: UsageUpdate): Attributes => ({
  [attribute.contextUsed]: used,
  [attribute.contextSize]: size,
  ...(cost && { [attribute.costAmount]: cost.amount, [attribute.costCurrency]: cost.currency })
})

const counts = { inputTokens: attribute.inputTokens, outputTokens: attribute.outputTokens }

/** The attributes of the counts that came with the end of a turn. */
export const turnUsage = (usage: TurnUsage | undefined): Attributes => {
  const found: Attributes = {}
  if (typeof usage !== "object" || usage === null) return found
  for (const [name, key] of Object.entries(counts)) {
    const value: unknown = (usage as object as Readonly<Record<string, unknown>>)[name]
    if (typeof value === "number") found[key] = value
  }
  return found
}
