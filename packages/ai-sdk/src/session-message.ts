/** The events of a session as chunks: each turn is one message of the assistant. */
import type { FailureJson, RxacpFailure, SessionEvent, SessionUpdate, TurnEnded } from "@rxacp/core"
import type { FinishReason, UiMessageChunk } from "./chunk.ts"
import { MessageWriter } from "./message-writer.ts"

/** The text of a failure for its reader. */
export type ErrorText = (failure: RxacpFailure | FailureJson) => string

type Chunks = ReadonlyArray<UiMessageChunk>
type UpdateEvent = Extract<SessionEvent, { readonly _tag: "Update" }>

const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: "stop",
  max_tokens: "length",
  max_turn_requests: "length",
  refusal: "content-filter"
}

/** The state of the message that is being written, and the way from each event to its chunks. */
export class SessionMessage {
  readonly #errorText: ErrorText
  readonly #messageId: (sessionId: string, epoch: number, turn: number) => string
  #writer: MessageWriter | undefined

  constructor(messageId: (sessionId: string, epoch: number, turn: number) => string, errorText: ErrorText) {
    this.#messageId = messageId
    this.#errorText = errorText
  }

  /** Begins the message of a turn. */
  start(sessionId: string, epoch: number, turn: number): MessageWriter {
    const writer = new MessageWriter()
    this.#writer = writer
    writer.put({
      type: "start",
      messageId: this.#messageId(sessionId, epoch, turn),
      messageMetadata: { sessionId, epoch, turn }
    })
    return writer
  }

  chunksOf(event: SessionEvent): Chunks {
    if (event._tag === "TurnStarted") return this.start(event.sessionId, event.epoch, event.turn).take()
    const writer = this.#writer ?? new MessageWriter()
    if (event._tag === "Update") this.#update(writer, event)
    else this.#event(writer, event)
    const chunks = writer.take()
    // Without a message to be part of, nothing may stay.
    return this.#writer === undefined && !isEnd(event) ? chunks.map(passing) : chunks
  }

  #event(writer: MessageWriter, event: Exclude<SessionEvent, UpdateEvent>): void {
    switch (event._tag) {
      case "PermissionRequested":
        if (this.#writer !== undefined) writer.ask(event)
        break
      case "PermissionResolved":
        writer.answer(event.id, event.outcome.outcome === "selected" ? event.outcome.optionId : undefined)
        break
      case "CancelRequested":
        writer.endTools("cancelled")
        break
      case "Overflow":
        writer.data("diagnostic", { kind: "overflow", limit: event.limit, max: event.max }, "overflow")
        break
      case "UnknownUpdate":
        writer.passing("diagnostic", { kind: "unknownUpdate", sessionUpdate: event.sessionUpdate, raw: event.raw })
        break
      case "InvalidUpdate":
        writer.passing("diagnostic", { kind: "invalidUpdate", reason: event.reason })
        break
      case "ModeSet":
        writer.data("mode", { currentModeId: event.modeId })
        break
      case "ConfigOptionsSet":
        writer.data("config", event.configOptions)
        break
      case "SessionOpened":
      case "LoadEnded":
        if (event.modes) writer.data("mode", event.modes)
        if (event.configOptions) writer.data("config", event.configOptions)
        break
      case "TurnEnded":
        this.#end(writer, event)
        break
      case "TurnFailed":
        if (this.#writer !== undefined) writer.end("unfinished")
        this.#writer = undefined
        writer.put({ type: "error", errorText: this.#errorText(event.failure) })
        break
      default:
        break
    }
  }

  #update(writer: MessageWriter, { update, phase }: UpdateEvent): void {
    if (phase === "replay") return
    if (phase === "turn" && this.#writer !== undefined) writeUpdate(writer, update)
    else if (isConversation(update)) writer.passing("late", { phase, update })
    else writeUpdate(writer, update)
  }

  #end(writer: MessageWriter, event: TurnEnded): void {
    const { turn, stopReason, cancelRequested, usage, omitted } = event
    const cancelled = cancelRequested || stopReason === "cancelled"
    const wasOpen = this.#writer !== undefined
    this.#writer = undefined
    if (!wasOpen) return
    writer.end(cancelled ? "cancelled" : "unfinished")
    const messageMetadata = {
      turn,
      stopReason,
      cancelRequested,
      ...(usage !== undefined && { usage }),
      ...(omitted !== undefined && { omitted })
    }
    if (cancelled) {
      writer.put({ type: "message-metadata", messageMetadata })
      writer.put({ type: "abort", reason: "cancelled" })
    } else writer.put({ type: "finish", finishReason: reasons[stopReason] ?? "other", messageMetadata })
  }
}

const isEnd = ({ _tag }: SessionEvent): boolean => _tag === "TurnEnded" || _tag === "TurnFailed"

const passing = (chunk: UiMessageChunk): UiMessageChunk =>
  chunk.type.startsWith("data-") ? ({ ...chunk, transient: true } as UiMessageChunk) : chunk

/** Whether an update is part of a conversation and not of the session's state. */
const isConversation = ({ sessionUpdate }: SessionUpdate): boolean =>
  sessionUpdate.endsWith("_chunk") || sessionUpdate.startsWith("tool_call")

const writeUpdate = (writer: MessageWriter, update: SessionUpdate): void => {
  switch (update.sessionUpdate) {
    case "agent_message_chunk":
      writer.say("text", update.messageId, update.content)
      break
    case "agent_thought_chunk":
      writer.say("reasoning", update.messageId, update.content)
      break
    case "tool_call":
    case "tool_call_update":
      writer.tool(update)
      break
    case "user_message_chunk":
      writer.interrupt("user", update.messageId)
      writer.passing("user", update.content)
      break
    case "plan":
      writer.data("plan", update.entries)
      break
    case "usage_update":
      writer.data("usage", { used: update.used, size: update.size, ...(update.cost && { cost: update.cost }) })
      break
    case "available_commands_update":
      writer.data("commands", update.availableCommands)
      break
    case "current_mode_update":
      writer.data("mode", { currentModeId: update.currentModeId })
      break
    case "config_option_update":
      writer.data("config", update.configOptions)
      break
    case "session_info_update": {
      const { title, updatedAt } = update
      writer.data("info", { title, updatedAt })
      break
    }
    case "compaction_update": {
      const { compactionId, status, summary, error } = update
      writer.interrupt("compaction", compactionId)
      writer.data("compaction", { compactionId, status, summary, error }, compactionId)
      break
    }
    default: {
      const { sessionUpdate, _meta, ...data } = update
      writer.passing(sessionUpdate.replaceAll("_", "-"), data)
      break
    }
  }
}
