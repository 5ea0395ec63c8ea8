/** Reads events with AG-UI's own client, which verifies their order, and says what its messages show. */
import { AbstractAgent, type Message } from "@ag-ui/client"
import { EventSchemas } from "@ag-ui/core/schemas"
import type { AgUiEvent } from "@rxacp/ag-ui"
import { messageText, type SessionState, type TimelineEntry } from "@rxacp/fold"
import { from } from "rxjs"

class GivenEvents extends AbstractAgent {
  readonly #events: ReadonlyArray<AgUiEvent>

  constructor(events: ReadonlyArray<AgUiEvent>, messages: ReadonlyArray<Message>, state: unknown) {
    super({ initialMessages: structuredClone([...messages]), initialState: structuredClone(state) as object })
    this.#events = events
  }

  // The client brings an RxJS of its own, so what it takes for an observable is named by its own type.
  override run(): ReturnType<AbstractAgent["run"]> {
    return from(this.#events) as unknown as ReturnType<AbstractAgent["run"]>
  }
}

/** What a page of AG-UI has. */
export interface Page {
  readonly messages: ReadonlyArray<Message>
  readonly state: Readonly<Record<string, unknown>>
}

/** Cuts events into runs, as a page asks for them one by one. */
export const runsIn = (events: ReadonlyArray<AgUiEvent>): ReadonlyArray<ReadonlyArray<AgUiEvent>> => {
  const runs: Array<Array<AgUiEvent>> = []
  for (const event of events) {
    if (event.type === "RUN_STARTED") runs.push([])
    runs.at(-1)?.push(event)
  }
  return runs
}

/** The page after one more run; an event that its schema, its order or its reader refuses rejects. */
export const readRun = async (
  run: ReadonlyArray<AgUiEvent>,
  before: Page = { messages: [], state: {} }
): Promise<Page> => {
  for (const event of run) EventSchemas.parse(event)
  const agent = new GivenEvents(run, before.messages, before.state)
  const failed = run.some(({ type }) => type === "RUN_ERROR")
  const outcome = await agent.runAgent({}).then(
    () => "read",
    (error: unknown) => error
  )
  if (outcome !== "read" && !failed) throw outcome
  return { messages: agent.messages, state: agent.state }
}

/** What messages show: texts, thoughts, and tool calls as their activities show them. */
export const shownIn = (messages: ReadonlyArray<Message>): ReadonlyArray<object> =>
  messages.flatMap((message): ReadonlyArray<object> => {
    if (message.role === "reasoning") return [{ thought: message.content }]
    if (message.role === "assistant" && message.toolCalls === undefined) return [{ agent: message.content }]
    if (message.role !== "activity" || message.activityType !== "acp.tool_call") return []
    const { toolCallId, title = null, status, kind, mark } = message.content
    return [{ toolCallId, title, kind, status: mark ?? status }]
  })

const shown = (entry: TimelineEntry): ReadonlyArray<object> => {
  switch (entry.type) {
    case "message":
      return entry.role === "user" ? [] : [{ [entry.role]: messageText(entry) }]
    case "toolCall": {
      const { toolCallId, title, kind, status, mark } = entry
      return [{ toolCallId, title, kind, status: mark ?? status }]
    }
    default:
      return []
  }
}

/** What our fold shows of its turns, in the same form. */
export const shownByFold = (state: SessionState): ReadonlyArray<object> =>
  [...state.timeline].filter(({ turn }) => turn !== null).flatMap(shown)
