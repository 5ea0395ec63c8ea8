/** The events of AG-UI 1.0 that a session can give, and the messages that they add up to. */

/** Operations of JSON Patch (RFC 6902); `add` to a name that is there replaces its value. */
export type JsonPatch = ReadonlyArray<{ readonly op: "add"; readonly path: string; readonly value: unknown }>

/** How a run ended, in AG-UI's words. */
export interface RunEnd {
  readonly type: "success" | "cancelled"
}

interface OfMessage {
  readonly messageId: string
}

interface OfTool {
  readonly toolCallId: string
}

interface OfRun {
  /** The session's id. */
  readonly threadId: string
  readonly runId: string
}

/** A message of AG-UI, as `MESSAGES_SNAPSHOT` lists them. */
export interface AgUiMessage {
  readonly id: string
  readonly role: "user" | "assistant" | "reasoning" | "tool" | "activity"
  readonly [field: string]: unknown
}

/** One event of AG-UI. */
export type AgUiEvent =
  | (OfRun & { readonly type: "RUN_STARTED" })
  | (OfRun & { readonly type: "RUN_FINISHED"; readonly outcome: RunEnd; readonly result: unknown })
  | { readonly type: "RUN_ERROR"; readonly message: string; readonly code: string }
  | (OfMessage & { readonly type: "TEXT_MESSAGE_START"; readonly role: "user" | "assistant" })
  | (OfMessage & { readonly type: "TEXT_MESSAGE_CONTENT" | "REASONING_MESSAGE_CONTENT"; readonly delta: string })
  | (OfMessage & { readonly type: "TEXT_MESSAGE_END" | "REASONING_MESSAGE_END" | "REASONING_START" | "REASONING_END" })
  | (OfMessage & { readonly type: "REASONING_MESSAGE_START"; readonly role: "reasoning" })
  | (OfTool & { readonly type: "TOOL_CALL_START"; readonly toolCallName: string })
  | (OfTool & { readonly type: "TOOL_CALL_ARGS"; readonly delta: string })
  | (OfTool & { readonly type: "TOOL_CALL_END" })
  | (OfTool & OfMessage & { readonly type: "TOOL_CALL_RESULT"; readonly content: string; readonly role: "tool" })
  | (OfMessage & {
      readonly type: "ACTIVITY_SNAPSHOT"
      readonly activityType: string
      readonly content: Readonly<Record<string, unknown>>
    })
  | (OfMessage & { readonly type: "ACTIVITY_DELTA"; readonly activityType: string; readonly patch: JsonPatch })
  | { readonly type: "STATE_SNAPSHOT"; readonly snapshot: Readonly<Record<string, unknown>> }
  | { readonly type: "STATE_DELTA"; readonly delta: JsonPatch }
  | { readonly type: "MESSAGES_SNAPSHOT"; readonly messages: ReadonlyArray<AgUiMessage> }
  | { readonly type: "CUSTOM"; readonly name: string; readonly value: unknown }
