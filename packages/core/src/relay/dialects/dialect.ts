/** What a dialect is: how an agent that bends the protocol is read as plain ACP v1, and how it is spoken to. */
import type { JsonObject } from "../../schema/json-object.ts"

/** What one message becomes: none, one or several, and what is remembered for the next. */
export interface Translation<State> {
  readonly messages: ReadonlyArray<JsonObject>
  readonly state: State
}

/**
 * A pair of pure functions over decoded JSON-RPC messages, one for each direction. `state` is what they remember, such as
 * the calls that are open. A message that is plain already is given back as the same reference.
 */
export interface Dialect<State> {
  readonly initial: State
  /** From the agent's dialect to plain ACP. */
  readonly incoming: (message: JsonObject, state: State) => Translation<State>
  /** From plain ACP to the agent's dialect. */
  readonly outgoing: (message: JsonObject, state: State) => Translation<State>
}
