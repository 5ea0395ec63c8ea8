/** The chunks of the AI SDK's UI message stream that a session can give, as `ai` 7 reads them. */
import type { ContentBlock, ToolCallContent, ToolCallLocation } from "@rxacp/core"

/** Why a message ended, in the words of the AI SDK. */
export type FinishReason = "stop" | "length" | "content-filter" | "tool-calls" | "other"

/** What ACP knows of a tool call that the AI SDK has no field for. */
export type ToolMetadata = {
  readonly kind: string
  /** The agent's status, or our mark at the end of a turn: `unfinished`, `cancelled`. */
  readonly status: string
  readonly locations?: ReadonlyArray<ToolCallLocation>
  /** Present where the AI SDK's chunk has no place for it: with an error. */
  readonly content?: ReadonlyArray<ToolCallContent>
  readonly rawOutput?: unknown
}

interface ToolFields {
  readonly toolCallId: string
  /** Keeps `useChat` from running the tool, or waiting for its result. */
  readonly providerExecuted: true
  // The AI SDK wants a type of JSON objects with an index signature here.
  // biome-ignore lint/suspicious/noExplicitAny: ToolMetadata is JSON, which its type can't say of `unknown` fields.
  readonly toolMetadata: any
}

interface ToolHead extends ToolFields {
  readonly toolName: string
  readonly title?: string
  /** Tools of an agent are not declared in the page. */
  readonly dynamic: true
}

/** A part with a name of rxacp. One with an `id` replaces the part of that id; a transient one only passes by. */
export interface UiDataChunk {
  readonly type: `data-acp-${string}`
  readonly id?: string
  readonly data: unknown
  readonly transient?: boolean
}

/** One chunk of a UI message stream. */
export type UiMessageChunk =
  | { readonly type: "start"; readonly messageId: string; readonly messageMetadata?: unknown }
  /** Takes away the parts that a reader kept from before. */
  | { readonly type: "reset-step" }
  | { readonly type: "text-start" | "text-end" | "reasoning-start" | "reasoning-end"; readonly id: string }
  | { readonly type: "text-delta" | "reasoning-delta"; readonly id: string; readonly delta: string }
  | { readonly type: "file"; readonly url: string; readonly mediaType: string }
  | { readonly type: "source-url"; readonly sourceId: string; readonly url: string; readonly title: string }
  | {
      readonly type: "source-document"
      readonly sourceId: string
      readonly mediaType: string
      readonly title: string
    }
  | (ToolHead & { readonly type: "tool-input-start" })
  | (ToolHead & { readonly type: "tool-input-available"; readonly input: unknown })
  | (ToolFields & {
      readonly type: "tool-output-available"
      readonly output: unknown
      readonly preliminary?: boolean
    })
  | (ToolFields & { readonly type: "tool-output-error"; readonly errorText: string })
  | { readonly type: "tool-output-denied"; readonly toolCallId: string }
  | {
      readonly type: "tool-approval-request"
      readonly approvalId: string
      readonly toolCallId: string
      /** `{ options }`: the options of the permission request. */
      readonly approvalDescriptor: unknown
    }
  | {
      readonly type: "tool-approval-response"
      readonly approvalId: string
      readonly approved: boolean
      readonly reason?: string
    }
  | UiDataChunk
  | { readonly type: "message-metadata"; readonly messageMetadata: unknown }
  | { readonly type: "error"; readonly errorText: string }
  | { readonly type: "abort"; readonly reason?: string }
  | { readonly type: "finish"; readonly finishReason: FinishReason; readonly messageMetadata?: unknown }

/** Content that is not text. */
export type OtherContent = Exclude<ContentBlock, { type: "text" }>
