/** What a service is told about the request it answers. */
import type { MessageId } from "../wire/messages/message.ts"

/** The id and the method of the request. */
export interface RequestContext {
  readonly id: MessageId
  readonly method: string
}
