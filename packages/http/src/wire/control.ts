/** What the two ends of a resumable WebSocket say to each other beside the messages: small JSON in binary frames. */
import { isObject } from "./json.ts"

/** One thing said. Every member may be absent; which are there says what it is. */
export interface Control {
  /** The connection that begins, or is taken up again. */
  readonly connection?: string
  /** Proves that whoever takes a connection up is the one who began it. */
  readonly secret?: string
  /** The position up to which everything has arrived. */
  readonly received?: number
  /** How long the server keeps a connection that was cut. */
  readonly graceMs?: number
  /** How often a sign of life comes. */
  readonly aliveMs?: number
}

/** Larger than any of them. */
const MAX_CONTROL_BYTES = 4096

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const encodeControl = (control: Control): Uint8Array => encoder.encode(JSON.stringify(control))

/** Undefined for what is not a control frame. */
export const decodeControl = (frame: Uint8Array): Control | undefined => {
  if (frame.length > MAX_CONTROL_BYTES) return undefined
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(frame))
  } catch {
    return undefined
  }
  if (!isObject(value)) return undefined
  const control: Control = {
    ...text("connection", value),
    ...text("secret", value),
    ...count("received", value),
    ...count("graceMs", value),
    ...count("aliveMs", value)
  }
  return Object.keys(control).length === 0 ? undefined : control
}

const text = <Key extends string>(key: Key, value: Record<string, unknown>): { readonly [_ in Key]?: string } => {
  const found = value[key]
  return (typeof found === "string" ? { [key]: found } : {}) as { readonly [_ in Key]?: string }
}

const count = <Key extends string>(key: Key, value: Record<string, unknown>): { readonly [_ in Key]?: number } => {
  const found = value[key]
  return (Number.isSafeInteger(found) && Number(found) >= 0 ? { [key]: found } : {}) as { readonly [_ in Key]?: number }
}
