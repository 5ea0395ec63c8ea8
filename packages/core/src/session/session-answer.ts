/** What an agent answered when a session was set up, as it came. */
import type { Decoded } from "../schema/codec/decoder.ts"
import { isJsonObject } from "../schema/json-object.ts"
import type { SessionAnswer } from "./session-event.ts"

type Choices = Pick<SessionAnswer, "modes" | "configOptions">

/** The answer with every field that the agent sent; modes and options are those that could be read. */
export const sessionAnswer = (raw: unknown, { value, issues }: Decoded<Choices>): SessionAnswer => {
  if (!isJsonObject(raw)) return {}
  if (issues === undefined) return raw
  const { modes: _, configOptions: __, ...rest } = raw
  const { modes, configOptions } = value
  return {
    ...rest,
    ...(modes === undefined ? {} : { modes }),
    ...(configOptions === undefined ? {} : { configOptions })
  }
}
