/** One session that pages look at: its handle, the log of its events, and the terminals that its tool calls show. */
import { stripVTControlCharacters } from "node:util"
import { conflate, type Session, type SessionEvent } from "@rxacp/core"
import type { Terminals } from "@rxacp/node"
import { distinct, endWith, from, map, mergeMap, type Observable, Subject, tap, timer } from "rxjs"
import { SessionLog } from "./session-log.ts"
import type { TerminalShown } from "./wire.ts"

/** How often, in ms, the output of one terminal is sent. */
const TERMINAL_PACE = 100

/** What a page can see of one session. */
export interface LiveSession {
  readonly session: Session
  readonly log: SessionLog
  /** The terminals that tool calls have shown so far. */
  readonly terminalIds: ReadonlySet<string>
  /** Emits the id of a terminal whose output has grown or ended. */
  readonly terminalChanged: Observable<string>
  /** The output of a terminal for display: control sequences are taken out. */
  readonly terminal: (id: string) => TerminalShown | undefined
  /** Emits once, when the agent has ended, and says why. */
  readonly ended: Observable<string>
}

/** What following a session needs of its agent. */
export interface FollowOptions {
  readonly epoch: number
  readonly terminals: Terminals
  readonly ended: Observable<string>
}

/** Follows a session until the agent ends. */
export const followSession = (session: Session, { epoch, terminals, ended }: FollowOptions): LiveSession => {
  const log = new SessionLog(session.id, epoch)
  const terminalIds = new Set<string>()
  const terminalChanged = new Subject<string>()

  const outputOf = (id: string): Observable<string> =>
    terminals.liveOutput(id).pipe(
      conflate(() => timer(TERMINAL_PACE)),
      map(() => id),
      endWith(id)
    )

  session.events
    .pipe(
      tap((event) => log.append(event)),
      mergeMap((event) => from(terminalsIn(event))),
      distinct(),
      tap((id) => terminalIds.add(id)),
      mergeMap(outputOf)
    )
    .subscribe(terminalChanged)

  return {
    session,
    log,
    terminalIds,
    terminalChanged: terminalChanged.asObservable(),
    terminal: (terminalId) => {
      const shown = terminals.snapshot(terminalId)
      return shown && { ...shown, terminalId, output: stripVTControlCharacters(shown.output) }
    },
    ended
  }
}

/** The terminals that an event's tool call shows. */
const terminalsIn = (event: SessionEvent): ReadonlyArray<string> => {
  if (event._tag !== "Update") return []
  const { update } = event
  if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return []
  return (update.content ?? []).flatMap((content) => (content.type === "terminal" ? [content.terminalId] : []))
}
