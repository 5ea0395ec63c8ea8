/** Sends commands to the publisher of a session. */
import type { ContentBlock, RequestPermissionOutcome } from "../schema/index.ts"
import type { RpcId } from "../wire/messages/message.ts"
import { commandText, type ViewerCommand } from "./command.ts"
import type { SessionLog } from "./session-log.ts"

/** What goes with a command. */
export interface CommandOptions {
  /** The id of the command; repeats of one id are one command. Default: a new one. */
  readonly id?: string
}

/**
 * Commands to a session, from anywhere. Each resolves to its id when it is in the log; its outcome reaches all followers
 * as `CommandSettled` with that id. A command is done at most once, whoever publishes the session by then. Rejects with
 * `LogUnavailable`; then the same command can be sent again under the same id.
 */
export interface SessionCommands {
  prompt(content: string | ReadonlyArray<ContentBlock>, options?: CommandOptions): Promise<string>
  /** Cancels the turn that runs when the command arrives. */
  cancel(options?: CommandOptions): Promise<string>
  /**
   * Answers a permission request with the id of an option that was offered, or with an outcome; the first answer counts. The
   * request is a `PermissionRequested`, or an id of `pendingPermissions` with the epoch up to which the session was folded: an
   * answer that reaches another host than the one that asked is not given.
   */
  answer(
    request: { readonly id: RpcId; readonly epoch: number },
    answer: string | RequestPermissionOutcome,
    options?: CommandOptions
  ): Promise<string>
}

/** Commands to the session `sessionId`; `by` is the name under which they are sent. */
export const sessionCommands = (
  log: SessionLog,
  sessionId: string,
  { by }: { readonly by: string }
): SessionCommands => {
  const send = async (command: ViewerCommand, { id = crypto.randomUUID() }: CommandOptions = {}): Promise<string> => {
    await log.post(sessionId, id, commandText(command))
    return id
  }
  return {
    prompt: (content, options) => send({ type: "prompt", content, by }, options),
    cancel: (options) => send({ type: "cancel", by }, options),
    answer: ({ id: permission, epoch }, answer, options) => {
      const outcome = typeof answer === "string" ? { outcome: "selected" as const, optionId: answer } : answer
      return send({ type: "answer", permission, epoch, outcome, by }, options)
    }
  }
}
