/** Whether a peer offers a method. */
import type { AgentCapabilities, ClientCapabilities } from "./index.ts"
import { isJsonObject } from "./json-object.ts"
import { type Method, type MethodTraits, methods } from "./methods.ts"

/** What the two sides declared in `initialize`. */
export interface Offers {
  readonly agentCapabilities?: AgentCapabilities
  readonly clientCapabilities?: ClientCapabilities
}

/** The capability that is missing for a method to be called, or undefined when it may be. */
export const missingCapability = (method: Method, offers: Offers): string | undefined => {
  const { needs }: MethodTraits = methods[method]
  return needs === undefined || needs.some((path) => isOn(valueAt(offers, path))) ? undefined : needs.join(" or ")
}

const valueAt = (offers: Offers, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), offers)

/** A flag is on when it is true, any other capability when its object is there. */
const isOn = (value: unknown): boolean => value === true || isJsonObject(value)
