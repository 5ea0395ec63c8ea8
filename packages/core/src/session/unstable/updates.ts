/** Updates of the unstable protocol, for a connection that asked for them. */
import { isJsonObject } from "../../schema/json-object.ts"
import type { UpdateEvent } from "../../wire/updates/update-event.ts"
import { type UnstableFeature, unstableFeatures } from "./features.ts"

const isText = (value: unknown): boolean => typeof value === "string"

/** The one field of each kind without which it says nothing; the others are as lenient as in the official schema. */
const needs: Readonly<Record<string, (update: Readonly<Record<string, unknown>>) => string | undefined>> = {
  subagent_update: ({ sessionId }) => (isText(sessionId) ? undefined : "sessionId"),
  session_message: ({ messageId }) => (isText(messageId) ? undefined : "messageId"),
  session_message_chunk: ({ messageId, content }) =>
    isText(messageId) ? (isJsonObject(content) && isText(content.type) ? undefined : "content") : "messageId",
  plan_update: ({ plan }) => {
    if (!isJsonObject(plan)) return "plan"
    if (!isText(plan.planId)) return "plan.planId"
    switch (plan.type) {
      case "items":
        return "entries" in plan ? undefined : "plan.entries"
      case "file":
        return isText(plan.uri) ? undefined : "plan.uri"
      case "markdown":
        return isText(plan.content) ? undefined : "plan.content"
      default:
        return "plan.type"
    }
  },
  plan_removed: ({ planId }) => (isText(planId) ? undefined : "planId")
}

/** Reads what the stable protocol does not know as one of the kinds that were asked for; gives anything else as it came. */
export const unstableUpdates = (features: ReadonlySet<UnstableFeature>): ((event: UpdateEvent) => UpdateEvent) => {
  const kinds = new Set([...features].flatMap((name) => unstableFeatures[name].updates ?? []))
  if (kinds.size === 0) return (event) => event
  return (event) => {
    if (event._tag !== "UnknownUpdate" || !kinds.has(event.sessionUpdate) || !isJsonObject(event.raw)) return event
    const { sessionId, sessionUpdate, raw, seq } = event
    const missing = needs[sessionUpdate]?.(raw)
    return missing === undefined
      ? // The types of events are those of the stable protocol; the fold narrows by `sessionUpdate`.
        ({ _tag: "Update", sessionId, update: raw, seq } as unknown as UpdateEvent)
      : { _tag: "InvalidUpdate", sessionId, raw, reason: `${missing}: not readable in ${sessionUpdate}`, seq }
  }
}
