/** What a person is shown when an agent asks for permission. */
import type { ToolCallUpdate } from "../schema/index.ts"

/** Whether a field carries anything: absent, null and empty values say nothing, `false` and `0` do. */
export const saysSomething = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== "" &&
  !(typeof value === "object" && Object.keys(value).length === 0)

/**
 * The known tool call with the request's own fields over it where they say something. Agents blank fields of a
 * request that they filled before, most often `rawInput`, and the command has to stay on screen. Neither argument is
 * changed, and the session's own call is not patched by it.
 */
export const shownToolCall = (known: ToolCallUpdate | undefined, asked: ToolCallUpdate): ToolCallUpdate =>
  known === undefined
    ? asked
    : { ...known, ...Object.fromEntries(Object.entries(asked).filter(([, value]) => saysSomething(value))) }
