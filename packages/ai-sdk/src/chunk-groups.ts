/** Session events as groups of chunks, each with the position of its event. */
import type { FailureJson, RxacpFailure, SessionEvent } from "@rxacp/core"
import { concat, defer, filter, map, type OperatorFunction, of } from "rxjs"
import type { UiMessageChunk } from "./chunk.ts"
import { messageIdOf } from "./message-id.ts"
import { SessionMessage } from "./session-message.ts"
import { runningTurn, type SnapshotOfSession, writePermissions, writeSessionState, writeTurn } from "./snapshot.ts"

/** Options of `toUIMessageStream`. */
export interface UiMessageStreamOptions {
  /**
   * Go on from here, for a page that comes back: the running turn is sent once, whole, under its id, with a `reset-step`
   * first, which takes away the parts that the page kept; the events after it follow.
   */
  readonly from?: SnapshotOfSession
  /** The id of a turn's message; by default `messageIdOf`. */
  readonly messageId?: (sessionId: string, epoch: number, turn: number) => string
  /** What the page gets of a failed turn; by default the failure's message, which may name commands and paths. */
  readonly errorText?: (failure: RxacpFailure | FailureJson) => string
}

/** The chunks of one event, or of the snapshot. */
export interface ChunkGroup {
  readonly at: { readonly epoch: number; readonly n: number }
  readonly chunks: ReadonlyArray<UiMessageChunk>
}

/** The failure's own message. */
export const messageOf = ({ message }: { readonly message: string }): string => message

const startAgain = (message: SessionMessage, { state, at }: SnapshotOfSession): ChunkGroup => {
  const turn = runningTurn(state)
  if (turn === undefined) return { at, chunks: [] }
  const writer = message.start(state.sessionId ?? "", at.epoch, turn.turn)
  writer.put({ type: "reset-step" })
  writeTurn(writer, state, turn, state.timeline.length)
  writePermissions(writer, state, at.epoch)
  writeSessionState(writer, state)
  return { at, chunks: writer.take() }
}

const isAfter = ({ epoch, n }: SessionEvent, at: SnapshotOfSession["at"]): boolean =>
  epoch > at.epoch || (epoch === at.epoch && n > at.n)

/** The operator behind `toUIMessageStream`. */
export const chunkGroups = ({
  from,
  messageId = messageIdOf,
  errorText = messageOf
}: UiMessageStreamOptions): OperatorFunction<SessionEvent, ChunkGroup> => {
  return (source) =>
    defer(() => {
      const message = new SessionMessage(messageId, errorText)
      const group = (event: SessionEvent): ChunkGroup => ({ at: event, chunks: message.chunksOf(event) })
      if (from === undefined) return source.pipe(map(group))
      const later = source.pipe(filter((event) => isAfter(event, from.at)))
      return concat(of(startAgain(message, from)), later.pipe(map(group)))
    })
}
