/** The steps of a scripted agent, as plain data: the same script runs in memory and in a process of its own. */
import type { PermissionOption, PromptResponse, SessionUpdate, ToolCallUpdate } from "../schema/index.ts"

/** A JSON object as it goes on the wire. */
export type WireObject = Readonly<Record<string, unknown>>

/** An update, or what an agent may send in its place. */
export type AnyUpdate = SessionUpdate | WireObject

/**
 * One thing that a scripted agent does. In every text `{prompt}` stands for the text of the prompt.
 *
 * - `update` reports anything, valid or not; `stream` says a text word by word, `every` ms apart.
 * - `askPermission` goes on with one of its branches; a cancelled request ends the turn as cancelled.
 * - `call` asks the client for something else and says its result, or its error, as JSON.
 * - `wait` lets ms pass; `barrier` waits until the client, or the test, lets it go on.
 * - `end` answers the prompt, and `fail` refuses it; what comes after them comes late. `answerAgain` repeats the answer.
 * - `raw` writes text, or base64 bytes, as they are. `flood` writes `count` updates of `bytes` each, `oversize` one line
 *   of that size.
 * - `dieMidLine` writes half an update and exits; `exit` exits. `never` does nothing for ever.
 * - `ignoreCancel` makes the agent deaf to `session/cancel` for the rest of the turn.
 * - `stderr` writes a line there; `grandchild` starts a process that ignores signals. In memory neither does anything.
 */
export type Step =
  | { readonly do: "update"; readonly update: AnyUpdate }
  | { readonly do: "stream"; readonly update: AnyUpdate; readonly text: string; readonly every: number }
  | {
      readonly do: "askPermission"
      readonly toolCall: ToolCallUpdate
      readonly options: ReadonlyArray<PermissionOption>
      readonly allowed: ReadonlyArray<Step>
      readonly rejected: ReadonlyArray<Step>
    }
  | { readonly do: "call"; readonly method: string; readonly params: WireObject }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "barrier"; readonly name: string }
  | { readonly do: "end"; readonly response: PromptResponse }
  | { readonly do: "fail"; readonly code: number; readonly message: string }
  | { readonly do: "answerAgain" }
  | { readonly do: "raw"; readonly text?: string; readonly base64?: string }
  | { readonly do: "flood"; readonly count: number; readonly bytes: number }
  | { readonly do: "oversize"; readonly bytes: number }
  | { readonly do: "dieMidLine"; readonly code: number }
  | { readonly do: "exit"; readonly code: number }
  | { readonly do: "never" }
  | { readonly do: "ignoreCancel" }
  | { readonly do: "stderr"; readonly text: string }
  | { readonly do: "grandchild" }

/** The steps of one turn. */
export type Steps = ReadonlyArray<Step>
