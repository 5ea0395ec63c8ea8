/** Changes a message together with the line that carries it. */
import { utf8Size } from "../wire/lines/utf8.ts"
import { errorLine, notificationLine, resultLine } from "../wire/messages/encode.ts"
import { idText } from "../wire/messages/id.ts"
import type { Failure, Notification, Request, RpcError, Success } from "../wire/messages/message.ts"

/** What can be changed of a message. Ids can't: they pair answers with calls. */
export interface MessageChanges {
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: RpcError
}

/**
 * The message with other content, and with the line that says so; `bytes` of the line is the number of its UTF-8 bytes.
 * Members that the message does not have are left out.
 */
export const rewriteMessage = <M extends Request | Notification | Success | Failure>(
  message: M,
  changes: MessageChanges
): M => {
  const changed: M = { ...message, ...changes }
  const text = lineOf(changed)
  return { ...changed, line: { ...message.line, text, bytes: utf8Size(text) } }
}

const lineOf = (message: Request | Notification | Success | Failure): string => {
  switch (message._tag) {
    case "Request": {
      // As the notification of the same name, with the id digit for digit.
      const rest = notificationLine(message.method, message.params).slice(`{"jsonrpc":"2.0",`.length)
      return `{"jsonrpc":"2.0","id":${idText(message.id)},${rest}`
    }
    case "Notification":
      return notificationLine(message.method, message.params)
    case "Success":
      return resultLine(message.id, message.result)
    case "Failure":
      return errorLine(message.id, message.error)
  }
}
