/** A running turn out of a folded state as one message. */
import type { SessionState, TimelineEntry, TurnState } from "@rxacp/fold"
import type { MessageWriter } from "./message-writer.ts"

/** A folded state, and the position that it was folded up to. */
export interface SnapshotOfSession {
  readonly state: SessionState
  /** The last event in the state; events up to it are left out of what follows. */
  readonly at: { readonly epoch: number; readonly n: number }
}

/** Writes the entries of a turn; they stand between its own place and that of the next turn. */
export const writeTurn = (writer: MessageWriter, state: SessionState, turn: TurnState, end: number): void => {
  for (let place = turn.at; place < end; place += 1) {
    const entry = state.timeline.at(place)
    if (entry !== undefined) writeEntry(writer, entry)
  }
}

export const writeEntry = (writer: MessageWriter, entry: TimelineEntry): void => {
  switch (entry.type) {
    case "message":
      if (entry.role === "user") writer.interrupt("user", entry.messageId)
      else
        for (const block of entry.content)
          writer.say(entry.role === "agent" ? "text" : "reasoning", entry.messageId, block)
      break
    case "toolCall":
      writer.tool(entry)
      if (entry.refused) writer.refuse(entry.toolCallId)
      if (entry.mark !== undefined) writer.mark(entry.toolCallId, entry.mark)
      break
    case "compaction": {
      const { compactionId, status, summary, error } = entry
      writer.interrupt("compaction", compactionId)
      writer.data("compaction", { compactionId, status, summary, error }, compactionId)
      break
    }
  }
}

/** Writes the requests for permission that are open in the running turn. */
export const writePermissions = (writer: MessageWriter, state: SessionState, epoch: number): void => {
  for (const { id, request, turnEnded } of state.pendingPermissions) {
    if (!turnEnded) writer.ask({ id, request, epoch })
  }
}

/** Writes what holds for the session as a whole, as far as anything is known. */
export const writeSessionState = (writer: MessageWriter, state: SessionState): void => {
  if (state.plan !== null) writer.data("plan", state.plan)
  if (state.usage !== null) writer.data("usage", state.usage)
  if (state.availableCommands !== null) writer.data("commands", state.availableCommands)
  if (state.modes !== null) writer.data("mode", state.modes)
  else if (state.currentModeId !== null) writer.data("mode", { currentModeId: state.currentModeId })
  if (state.configOptions !== null) writer.data("config", state.configOptions)
  if (state.title !== null || state.updatedAt !== null) {
    writer.data("info", { title: state.title, updatedAt: state.updatedAt })
  }
}

/** The turn that runs, if one does. */
export const runningTurn = ({ turns }: SessionState): TurnState | undefined => {
  const last = turns.at(-1)
  return last !== undefined && last.stopReason === undefined && last.failure === undefined ? last : undefined
}
