/** Does what viewers ask of a published session. */
import { NEVER, type Observable } from "rxjs"
import { isFailure } from "../failures.ts"
import type { PermissionHandler } from "../permissions/permission-handler.ts"
import type { ContentBlock, RequestPermissionOutcome } from "../schema/index.ts"
import type { SessionEvent } from "../session/session-event.ts"
import type { RpcId } from "../wire/messages/message.ts"
import { commandOf, type ViewerCommand } from "./command.ts"
import type { CommandSettled } from "./followed.ts"
import { isLogFailure, type LogFailure, LogUnavailable } from "./log-failure.ts"
import type { Publication } from "./publish-session.ts"
import type { LogWriter, PostedCommand } from "./session-log.ts"

/** A permission handler that leaves every request to the viewers of its session. */
export const answeredByViewers: PermissionHandler = () => NEVER

/** What of a session can be commanded. */
export interface CommandedSession {
  prompt(content: string | ReadonlyArray<ContentBlock>): Observable<SessionEvent>
  cancel(): void
  answerPermission(id: RpcId, outcome: RequestPermissionOutcome): boolean
}

/** Where the sessions are that can be commanded: a `Connection`. */
export interface CommandedConnection {
  session(sessionId: string): CommandedSession
}

/** Which commands are done. */
export interface ServeCommandsOptions {
  /** Asked before a command is done: `true`, or the reason why not. Default: every command is done. */
  readonly accept?: (command: ViewerCommand) => true | string
}

/** Commands that are being served. */
export interface ServedCommands {
  /** Resolves when no more commands are taken: stopped, or with the failure of the log. */
  readonly ended: Promise<{ readonly failure?: LogFailure }>
  stop(): void
}

/**
 * Takes the commands that viewers have sent to a published session and does them, each at most once, in the order in which they
 * came; commands from before this host are done too unless an earlier one took them. The outcome of each is published as
 * `CommandSettled`, and a `PermissionResolved` that answers a viewer names it in `answeredBy`. A connection whose requests are to
 * be answered by viewers has `answeredByViewers` as its permission handler. Ends with the publication.
 */
export const serveCommands = (
  connection: CommandedConnection,
  publication: Publication,
  options: ServeCommandsOptions = {}
): ServedCommands => {
  const { accept = () => true } = options
  const session = connection.session(publication.sessionId)
  const serving = new AbortController()

  const settle = (
    id: string,
    { type, by }: { readonly type: CommandSettled["command"]; readonly by: string },
    reason?: string
  ): void =>
    publication.note({
      _tag: "CommandSettled",
      id,
      command: type,
      by,
      ok: reason === undefined,
      ...(reason === undefined ? {} : { reason })
    })

  const prompt = (id: string, command: ViewerCommand & { readonly type: "prompt" }): void => {
    let settled = false
    const once = (reason?: string): void => {
      if (!settled) settle(id, command, reason)
      settled = true
    }
    session.prompt(command.content).subscribe({
      next: () => once(),
      // A turn that fails after its start says so in its events.
      error: (error: unknown) => once(reasonOf(error)),
      complete: () => once("the prompt was not sent")
    })
  }

  const answer = (command: ViewerCommand & { readonly type: "answer" }, epoch: number): string | undefined => {
    const { permission, outcome, by } = command
    if (command.epoch !== epoch) return "asked by another host"
    if (!publication.attribute(permission, by)) return "answered before"
    if (session.answerPermission(permission, outcome)) return undefined
    publication.attribute(permission, undefined)
    return "no such request is open"
  }

  const run = (id: string, command: ViewerCommand, epoch: number): void => {
    const accepted = accept(command)
    if (accepted !== true) settle(id, command, accepted)
    else if (command.type === "prompt") prompt(id, command)
    else if (command.type === "answer") settle(id, command, answer(command, epoch))
    else {
      session.cancel()
      settle(id, command)
    }
  }

  const take = async (writer: LogWriter, { id, command: text }: PostedCommand): Promise<void> => {
    if (!(await writer.take(id))) return
    const command = commandOf(text)
    if (command === undefined) {
      settle(id, { type: "unknown", by: "" }, "not a command")
      return
    }
    try {
      run(id, command, writer.epoch)
    } catch (error) {
      if (command.type === "answer") publication.attribute(command.permission, undefined)
      settle(id, command, reasonOf(error))
    }
  }

  const serve = async (): Promise<void> => {
    const writer = await publication.writer
    for await (const posted of writer.commands({ signal: serving.signal })) {
      if (serving.signal.aborted) return
      await take(writer, posted)
    }
  }

  const stop = (): void => serving.abort()
  publication.ended.then(stop)
  const ended = serve().then(
    () => ({}),
    (error: unknown) => ({
      failure: isLogFailure(error)
        ? error
        : new LogUnavailable({ key: publication.sessionId, reason: reasonOf(error) }, { cause: error })
    })
  )
  return { ended, stop }
}

const reasonOf = (error: unknown): string =>
  isFailure(error) ? `${error._tag}: ${error.message}` : error instanceof Error ? error.message : String(error)
