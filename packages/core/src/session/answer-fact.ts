/** Which answer to an outgoing call is a fact of which session. */
import { ConnectionClosed } from "../failures.ts"
import { decodeResult } from "../schema/codec/decode-method.ts"
import { isJsonObject } from "../schema/json-object.ts"
import type { RpcId } from "../wire/messages/message.ts"
import type { Outcome } from "../wire/messages/outcome.ts"
import type { Fact } from "./machine/input.ts"
import { sessionAnswer } from "./session-answer.ts"

/** One call and how it was answered. */
export interface AnsweredCall {
  readonly method: string
  readonly params: unknown
  readonly requestId: RpcId
  readonly outcome: Outcome
  readonly seq?: number | undefined
}

/** What the answer says of a session; undefined when it says nothing of one. */
export const answerFact = (call: AnsweredCall): { readonly sessionId: string; readonly fact: Fact } | undefined => {
  const { method, outcome, requestId, seq } = call
  const params = isJsonObject(call.params) ? call.params : {}
  const sessionId = String(params.sessionId)
  switch (method) {
    case "session/prompt":
    case "session/load":
    case "session/resume":
      return { sessionId, fact: { type: "answered", method, requestId, outcome, seq } }
  }
  if ("failure" in outcome) return undefined
  switch (method) {
    case "session/fork":
    case "session/new": {
      // The answer to a fork has the form of that to a new session.
      const decoded = decodeResult("session/new", outcome.result)
      if (decoded._tag === "Failure") return undefined
      const answer = sessionAnswer(outcome.result, decoded.success)
      return { sessionId: decoded.success.value.sessionId, fact: { type: "created", answer, seq } }
    }
    case "session/set_mode":
      if (decodeResult(method, outcome.result)._tag === "Failure") return undefined
      return { sessionId, fact: { type: "modeSet", modeId: String(params.modeId), seq } }
    case "session/set_config_option": {
      const decoded = decodeResult(method, outcome.result)
      if (decoded._tag === "Failure") return undefined
      return { sessionId, fact: { type: "configOptionsSet", configOptions: decoded.success.value.configOptions, seq } }
    }
    case "session/close":
    case "session/delete":
      if (decodeResult(method, outcome.result)._tag === "Failure") return undefined
      return { sessionId, fact: { type: "ended", failure: new ConnectionClosed({ reason: "the session was closed" }) } }
    default:
      return undefined
  }
}
