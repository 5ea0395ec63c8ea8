/**
 * The updates of the protocol's unstable part that the fold knows (schema of SDK 2.4.0, `v1/schema.unstable.json`). They
 * reach it once a connection has asked for them.
 */
import type { ContentBlock, PlanEntry } from "@rxacp/core"

type Meta = Readonly<Record<string, unknown>> | null

/** A plan as entries, as a file, or as Markdown. */
export type PlanContent =
  | {
      readonly type: "items"
      readonly planId: string
      readonly entries: ReadonlyArray<PlanEntry>
      readonly _meta?: Meta
    }
  | { readonly type: "file"; readonly planId: string; readonly uri: string; readonly _meta?: Meta }
  | { readonly type: "markdown"; readonly planId: string; readonly content: string; readonly _meta?: Meta }

/** What a subagent does: `running`, `idle`, `requires_action`, or another word of the agent's. */
export interface WorkState {
  readonly state: string
  readonly stopReason?: string | null
  readonly usage?: unknown
  readonly _meta?: Meta
}

/** A patch of a subagent with a session of its own: an absent field keeps, null clears. */
export interface SubagentUpdate {
  readonly sessionUpdate: "subagent_update"
  readonly sessionId: string
  readonly title?: string | null
  readonly description?: string | null
  readonly capabilities?: Readonly<Record<string, unknown>> | null
  readonly state?: WorkState | null
  readonly cwd?: string | null
  readonly additionalDirectories?: ReadonlyArray<string> | null
  readonly _meta?: Meta
}

/** A message between two sessions, whole. */
export interface SessionMessage {
  readonly sessionUpdate: "session_message"
  readonly messageId: string
  readonly senderSessionId?: string | null
  readonly recipientSessionId?: string | null
  readonly content?: ReadonlyArray<ContentBlock> | null
  readonly _meta?: Meta
}

/** One more block of a message between two sessions. */
export interface SessionMessageChunk {
  readonly sessionUpdate: "session_message_chunk"
  readonly messageId: string
  readonly content: ContentBlock
  readonly _meta?: Meta
}

/** One of several plans, whole. */
export interface PlanUpdate {
  readonly sessionUpdate: "plan_update"
  readonly plan: PlanContent
  readonly _meta?: Meta
}

/** A plan is gone. */
export interface PlanRemoved {
  readonly sessionUpdate: "plan_removed"
  readonly planId: string
  readonly _meta?: Meta
}

/** An update that only the unstable part of the protocol has. */
export type UnstableUpdate = SubagentUpdate | SessionMessage | SessionMessageChunk | PlanUpdate | PlanRemoved
