/** A folded session as the messages that `useChat` starts with. */
import type { ContentBlock } from "@rxacp/core"
import type { SessionState, TimelineEntry, TurnState } from "@rxacp/fold"
import { messageIdOf } from "./message-id.ts"
import { MessageWriter } from "./message-writer.ts"
import { partsOf, type UiPart } from "./parts.ts"
import { runningTurn, writeEntry, writePermissions, writeSessionState, writeTurn } from "./snapshot.ts"

/** A message of the AI SDK. */
export interface UiMessage {
  readonly id: string
  readonly role: "user" | "assistant"
  readonly parts: ReadonlyArray<UiPart>
  /** Of an assistant's message: its session, epoch and turn, and how the turn ended. */
  readonly metadata?: unknown
}

const userMessage = (id: string, content: ReadonlyArray<ContentBlock>): UiMessage => {
  const writer = new MessageWriter()
  for (const block of content) writer.say("text", "prompt", block)
  writer.end("")
  return { id, role: "user", parts: partsOf(writer.take()) }
}

/** The history before the first turn: replayed messages, those of the agent put together between those of the user. */
const replayed = (state: SessionState, end: number): ReadonlyArray<UiMessage> => {
  const messages: Array<UiMessage> = []
  let open: { readonly id: string; readonly writer: MessageWriter } | undefined
  const close = (): void => {
    open?.writer.end("unfinished")
    if (open !== undefined) messages.push({ id: open.id, role: "assistant", parts: partsOf(open.writer.take()) })
    open = undefined
  }
  const idOf = (entry: TimelineEntry): string => `${state.sessionId ?? ""}-${entry.key}`
  for (let place = 0; place < end; place += 1) {
    const entry = state.timeline.at(place)
    if (entry === undefined) continue
    if (entry.type === "message" && entry.role === "user") {
      close()
      messages.push(userMessage(idOf(entry), entry.content))
    } else {
      open ??= { id: idOf(entry), writer: new MessageWriter() }
      writeEntry(open.writer, entry)
    }
  }
  close()
  return messages
}

/** The epochs of turns: where their numbers do not grow, a new connection began. */
const epochsOf = (turns: ReadonlyArray<TurnState>, epoch: number): ReadonlyArray<number> => {
  let at = epoch
  return turns
    .map((turn, place) => {
      const next = turns[place + 1]
      return next !== undefined && next.turn <= turn.turn
    })
    .reverse()
    .map((isLastOfItsEpoch) => {
      if (isLastOfItsEpoch) at -= 1
      return at
    })
    .reverse()
}

/**
 * The conversation so far as messages of the AI SDK, for `useChat({ messages })` on a page that was loaded again. A running
 * turn is its last message, under the id that `toUIMessageStream` gives it, so a resumed stream replaces it. `epoch` is that
 * of the connection. Plan, usage and the like are parts of the last message.
 */
export const toUIMessages = (state: SessionState, epoch = 1): ReadonlyArray<UiMessage> => {
  const turns = [...state.turns]
  const epochs = epochsOf(turns, epoch)
  const messages = [...replayed(state, turns[0]?.at ?? state.timeline.length)]
  turns.forEach((turn, place) => {
    const id = messageIdOf(state.sessionId ?? "", epochs[place] ?? epoch, turn.turn)
    const writer = new MessageWriter()
    writeTurn(writer, state, turn, turns[place + 1]?.at ?? state.timeline.length)
    if (place === turns.length - 1) {
      writePermissions(writer, state, epoch)
      writeSessionState(writer, state)
    }
    if (turn !== runningTurn(state)) writer.end("unfinished")
    const { prompt, at, ...metadata } = turn
    messages.push(userMessage(`${id}-prompt`, prompt), {
      id,
      role: "assistant",
      parts: partsOf(writer.take()),
      metadata: { sessionId: state.sessionId, epoch: epochs[place], ...metadata }
    })
  })
  return messages
}
