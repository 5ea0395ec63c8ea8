/** What a service gets about the request it answers. */
import type { RpcId } from "../wire/messages/message.ts"

/** The id and the method of the request. */
export interface RequestContext {
  readonly id: RpcId
  readonly method: string
}
