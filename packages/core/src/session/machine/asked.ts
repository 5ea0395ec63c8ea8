/** What callers want to run in a session. */
import type { ContentBlock } from "../../schema/index.ts"
import type { RpcId } from "../../wire/messages/message.ts"
import type { ReplyLimits } from "../limits.ts"

/** Something that is to run in the session. */
export type Asked =
  | {
      readonly type: "promptAsked"
      readonly requestId: RpcId
      readonly prompt: ReadonlyArray<ContentBlock>
      readonly limits?: ReplyLimits | undefined
    }
  | { readonly type: "loadAsked"; readonly requestId: RpcId; readonly quiet: boolean }
  | { readonly type: "resumeAsked"; readonly requestId: RpcId }
