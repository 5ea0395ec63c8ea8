/** The events of a session as those of AG-UI: each turn is one run. */
import type {
  FailureJson,
  RequestPermissionOutcome,
  RxacpFailure,
  SessionEvent,
  SessionUpdate,
  TurnEnded
} from "@rxacp/core"
import type { SessionState } from "@rxacp/fold"
import type { AgUiEvent } from "./event.ts"
import { messagesOf } from "./messages.ts"
import { permissionIdOf } from "./permission.ts"
import { RunWriter } from "./run-writer.ts"
import { type Asked, SharedState, type StateChange } from "./shared-state.ts"
import { runningTurn, writeHistory } from "./snapshot.ts"

type UpdateEvent = Extract<SessionEvent, { readonly _tag: "Update" }>

/** The run that is being written, and the way from each event to those of AG-UI. */
export class SessionRuns {
  readonly #writer = new RunWriter()
  readonly #state = new SharedState()
  readonly #errorText: (failure: RxacpFailure | FailureJson) => string
  #run: { readonly threadId: string; readonly runId: string } | undefined

  constructor(errorText: (failure: RxacpFailure | FailureJson) => string) {
    this.#errorText = errorText
  }

  /** Goes on from a folded state: the messages and the state, each once and whole. */
  restore(state: SessionState, epoch: number): ReadonlyArray<AgUiEvent> {
    const turn = runningTurn(state)
    writeHistory(this.#writer, state, epoch)
    const messages = messagesOf(this.#writer.take())
    this.#state.restore(state, epoch)
    if (turn === undefined) return []
    this.#writer.reopen()
    this.#run = { threadId: state.sessionId ?? "", runId: `${epoch}-${turn.turn}` }
    return [
      { type: "RUN_STARTED", ...this.#run },
      { type: "MESSAGES_SNAPSHOT", messages },
      this.#state.snapshot(),
      ...this.#writer.take()
    ]
  }

  /** The events for one event. Outside of a run AG-UI has no place for any; what they say of the state is kept. */
  eventsOf(event: SessionEvent): ReadonlyArray<AgUiEvent> {
    if (event._tag === "Update") this.#update(event)
    else this.#other(event)
    return this.#writer.take()
  }

  #set(change: StateChange): void {
    const delta = this.#state.set(change)
    if (this.#run !== undefined) this.#writer.put(delta)
  }

  #custom(name: string, value: unknown): void {
    if (this.#run !== undefined) this.#writer.put({ type: "CUSTOM", name: `acp.${name}`, value })
  }

  #other(event: Exclude<SessionEvent, UpdateEvent>): void {
    const writer = this.#writer
    switch (event._tag) {
      case "TurnStarted":
        this.#run = { threadId: event.sessionId, runId: `${event.epoch}-${event.turn}` }
        writer.start(this.#run.runId)
        writer.put({ type: "RUN_STARTED", ...this.#run })
        writer.put(this.#state.snapshot())
        break
      case "PermissionRequested": {
        const permissionId = permissionIdOf(event.epoch, event.id)
        const { toolCall, options } = event.request
        const delta = this.#state.ask(permissionId, { toolCall, options })
        if (this.#run === undefined) break
        writer.meet(toolCall)
        writer.put(delta)
        this.#custom("permission", { permissionId, toolCall, options })
        break
      }
      case "PermissionResolved": {
        const permissionId = permissionIdOf(event.epoch, event.id)
        const asked = this.#state.request(permissionId)
        if (asked === undefined) break
        writer.answer(asked.toolCall.toolCallId, isAllowed(asked, event.outcome))
        const delta = this.#state.ask(permissionId, undefined)
        if (this.#run !== undefined) writer.put(delta)
        this.#custom("permission_resolved", { permissionId, outcome: event.outcome, by: event.by })
        break
      }
      case "CancelRequested":
        if (this.#run !== undefined) writer.endTools("cancelled")
        break
      case "Overflow":
        this.#custom("overflow", { limit: event.limit, max: event.max })
        break
      case "UnknownUpdate":
        this.#custom("unknown_update", event.raw)
        break
      case "InvalidUpdate":
        this.#custom("invalid_update", { reason: event.reason })
        break
      case "ModeSet":
        this.#set({ currentModeId: event.modeId })
        break
      case "ConfigOptionsSet":
        this.#set({ configOptions: event.configOptions })
        break
      case "SessionOpened":
      case "LoadEnded":
        if (event.modes) this.#set({ modes: event.modes, currentModeId: event.modes.currentModeId })
        if (event.configOptions) this.#set({ configOptions: event.configOptions })
        break
      case "TurnEnded":
        this.#end(event)
        break
      case "TurnFailed":
        writer.endTools("unfinished")
        writer.close()
        writer.put({ type: "RUN_ERROR", message: this.#errorText(event.failure), code: event.failure._tag })
        this.#run = undefined
        break
      default:
        break
    }
  }

  #end({ stopReason, cancelRequested, usage, omitted }: TurnEnded): void {
    if (this.#run === undefined) return
    const cancelled = cancelRequested || stopReason === "cancelled"
    this.#writer.endTools(cancelled ? "cancelled" : "unfinished")
    this.#writer.close()
    const result = { stopReason, ...(usage !== undefined && { usage }), ...(omitted && { omitted }) }
    const outcome = { type: cancelled ? "cancelled" : "success" } as const
    this.#writer.put({ type: "RUN_FINISHED", ...this.#run, outcome, result })
    this.#run = undefined
  }

  #update({ update, phase }: UpdateEvent): void {
    const change = stateChange(update)
    if (change !== undefined) this.#set(change)
    else if (this.#run !== undefined && phase === "turn") this.#entry(update)
    else this.#custom("late", { phase, update })
  }

  #entry(update: SessionUpdate): void {
    const writer = this.#writer
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        writer.say("agent", update.messageId, update.content)
        break
      case "agent_thought_chunk":
        writer.say("thought", update.messageId, update.content)
        break
      case "user_message_chunk":
        writer.interrupt("user", update.messageId)
        this.#custom("user", update.content)
        break
      case "tool_call":
      case "tool_call_update":
        writer.tool(update)
        break
      case "compaction_update": {
        const { sessionUpdate, ...content } = update
        writer.interrupt("compaction", update.compactionId)
        writer.activity(`compaction:${update.compactionId}`, "acp.compaction", content)
        break
      }
      default: {
        const { sessionUpdate, ...value } = update
        this.#custom(sessionUpdate, value)
        break
      }
    }
  }
}

/** Whether an outcome lets the tool run: no choice, and an option that was not offered, do not. */
const isAllowed = ({ options }: Asked, outcome: RequestPermissionOutcome): boolean =>
  outcome.outcome === "selected" &&
  options.some(({ optionId, kind }) => optionId === outcome.optionId && kind.startsWith("allow"))

/** What an update says of the state of the session as a whole. */
const stateChange = (update: SessionUpdate): StateChange | undefined => {
  switch (update.sessionUpdate) {
    case "plan":
      return { plan: update.entries }
    case "usage_update":
      return { usage: { used: update.used, size: update.size, ...(update.cost && { cost: update.cost }) } }
    case "available_commands_update":
      return { availableCommands: update.availableCommands }
    case "current_mode_update":
      return { currentModeId: update.currentModeId }
    case "config_option_update":
      return { configOptions: update.configOptions }
    case "session_info_update":
      return {
        ...(update.title !== undefined && { title: update.title }),
        ...(update.updatedAt !== undefined && { updatedAt: update.updatedAt })
      }
    default:
      return undefined
  }
}
