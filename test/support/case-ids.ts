/** The ids of a case stand for our calls in their order; these are the real ones. */

const renamed = (value: unknown, ids: ReadonlyMap<string, number>): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, ids))
  if (typeof value !== "object" || value === null || "method" in value || !("id" in value)) return value
  const real = ids.get(String(value.id))
  if (real === undefined) return value
  return { ...value, id: typeof value.id === "string" ? String(real) : real }
}

/** What the agent writes, with the real ids where it answers calls of ours or looks as if it did. */
export const withRealIds = (bytes: Uint8Array, ids: ReadonlyMap<string, number>): Uint8Array => {
  const text = new TextDecoder().decode(bytes)
  const end = text.endsWith("\n") ? "\n" : ""
  try {
    const value: unknown = JSON.parse(text)
    const other = renamed(value, ids)
    return JSON.stringify(other) === JSON.stringify(value)
      ? bytes
      : new TextEncoder().encode(`${JSON.stringify(other)}${end}`)
  } catch {
    return bytes
  }
}
