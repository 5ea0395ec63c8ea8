/** The conversation of a folded state as events. */
import type { SessionState, TimelineEntry, TurnState } from "@rxacp/fold"
import type { RunWriter } from "./run-writer.ts"

/** The turn that runs, if one does. */
export const runningTurn = ({ turns }: SessionState): TurnState | undefined => {
  const last = turns.at(-1)
  return last !== undefined && last.stopReason === undefined && last.failure === undefined ? last : undefined
}

const writeEntry = (writer: RunWriter, entry: TimelineEntry): void => {
  switch (entry.type) {
    case "message":
      // What a turn echoes of its prompt stands there already.
      if (entry.role === "user" && entry.turn !== null) writer.interrupt("user", entry.messageId)
      else for (const block of entry.content) writer.say(entry.role, entry.messageId, block)
      break
    case "toolCall":
      writer.tool(entry)
      if (entry.refused) writer.answer(entry.toolCallId, false)
      if (entry.mark !== undefined) writer.mark(entry.toolCallId, entry.mark)
      break
    case "compaction": {
      const { type, key, turn, ...content } = entry
      writer.interrupt("compaction", entry.compactionId)
      writer.activity(`compaction:${entry.compactionId}`, "acp.compaction", content)
      break
    }
  }
}

/**
 * Writes all entries, each turn with its prompt first. The running turn has the name that its run has in the stream; those
 * before it have names that nothing else has.
 */
export const writeHistory = (writer: RunWriter, state: SessionState, epoch: number): void => {
  const turns = [...state.turns]
  const running = runningTurn(state)
  let next = 0
  const startTurns = (place: number): void => {
    for (let turn = turns[next]; turn !== undefined && turn.at <= place; turn = turns[next]) {
      const run = turn === running ? `${epoch}-${turn.turn}` : `history.${next}`
      writer.start(run)
      for (const block of turn.prompt) writer.say("user", `prompt.${run}`, block)
      next += 1
    }
  }
  writer.start("history")
  for (let place = 0; place < state.timeline.length; place += 1) {
    startTurns(place)
    const entry = state.timeline.at(place)
    if (entry !== undefined) writeEntry(writer, entry)
  }
  startTurns(state.timeline.length)
}
