/** The one test that every reader of JSON objects needs. */

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object, and neither null nor a list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
