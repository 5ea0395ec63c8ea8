/** The span of one turn, and those of its tool calls below it. */
import { type Context, context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api"
import type {
  ContentBlock,
  PermissionRequested,
  PermissionResolved,
  RpcId,
  SessionEvent,
  SessionUpdate,
  TurnEnded,
  TurnFailed,
  TurnStarted
} from "@rxacp/core"
import { attribute } from "./attributes.ts"
import { hrTime } from "./time.ts"
import { ToolTrace } from "./tool-trace.ts"
import { contextUsage, turnUsage } from "./usage.ts"

/** The time of an event in milliseconds since 1970; without an event, the time of now. */
export type Clock = (event?: SessionEvent) => number

/** What the agent calls itself (`agentInfo` of its answer to `initialize`). */
export interface AgentName {
  readonly name: string
  readonly version?: string | null
}

/** What a turn needs of its session. */
export interface TurnTraceDeps {
  readonly tracer: Tracer
  readonly clock: Clock
  readonly content: boolean
  readonly agent: AgentName | undefined
  readonly provider: string | undefined
  readonly parent: Context | undefined
}

/** Characters of a reply that are recorded, when content is. */
const MAX_REPLY = 65_536

type Update = Extract<SessionUpdate, { readonly sessionUpdate: "tool_call" | "tool_call_update" }>

const textOf = (blocks: ReadonlyArray<ContentBlock>): string =>
  blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("")

const messages = (role: string, text: string): string =>
  JSON.stringify([{ role, parts: [{ type: "text", content: text }] }])

export class TurnTrace {
  readonly #deps: TurnTraceDeps
  readonly #span: Span
  readonly #context: Context
  readonly #tools = new Map<string, ToolTrace>()
  readonly #asked = new Map<RpcId, { readonly event: PermissionRequested; readonly at: number }>()
  #reply = ""

  constructor(deps: TurnTraceDeps, event: TurnStarted) {
    this.#deps = deps
    const { tracer, agent, provider, clock, content } = deps
    const parent = deps.parent ?? context.active()
    const attributes = {
      [attribute.operation]: "invoke_agent",
      [attribute.conversation]: event.sessionId,
      [attribute.turn]: event.turn,
      [attribute.epoch]: event.epoch,
      ...(provider !== undefined && { [attribute.provider]: provider }),
      ...(agent && { [attribute.agentName]: agent.name }),
      ...(agent?.version && { [attribute.agentVersion]: agent.version }),
      ...(content && { [attribute.inputMessages]: messages("user", textOf(event.prompt)) })
    }
    const name = agent === undefined ? "invoke_agent" : `invoke_agent ${agent.name}`
    const options = { kind: SpanKind.CLIENT, startTime: hrTime(clock(event)), attributes }
    this.#span = tracer.startSpan(name, options, parent)
    this.#context = trace.setSpan(parent, this.#span)
  }

  /** The trace context of the turn in the form of W3C's `traceparent` header. */
  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext()
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`
  }

  update(update: SessionUpdate, event: SessionEvent): void {
    if (update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update") this.#tool(update, event)
    else if (update.sessionUpdate === "usage_update") this.#span.setAttributes(contextUsage(update))
    else if (this.#deps.content && update.sessionUpdate === "agent_message_chunk" && this.#reply.length < MAX_REPLY) {
      this.#reply += textOf([update.content])
    }
  }

  /** A request for permission. */
  asked(event: PermissionRequested): void {
    const at = this.#deps.clock(event)
    this.#asked.set(event.id, { event, at })
    const { toolCall } = event.request
    if (!this.#tools.has(toolCall.toolCallId)) this.#toolOf(toolCall.toolCallId, undefined, at).patch(toolCall, at)
  }

  /** The answer to a request for permission. */
  answered(event: PermissionResolved): void {
    const asked = this.#asked.get(event.id)
    if (asked === undefined) return
    this.#asked.delete(event.id)
    const at = this.#deps.clock(event)
    this.#tools.get(asked.event.request.toolCall.toolCallId)?.answered(asked.event, event, at - asked.at, at)
  }

  /** A cap was passed. */
  overflow(event: Extract<SessionEvent, { readonly _tag: "Overflow" }>): void {
    const passed = { [attribute.limitName]: event.limit, [attribute.limitMax]: event.max }
    this.#span.addEvent("acp.overflow", passed, hrTime(this.#deps.clock(event)))
  }

  /** The agent answered. */
  ended(event: TurnEnded): void {
    const { stopReason, cancelRequested, usage, omitted } = event
    const cancelled = cancelRequested || stopReason === "cancelled"
    this.#span.setAttributes({
      [attribute.finishReasons]: [stopReason],
      [attribute.cancelRequested]: cancelRequested,
      ...turnUsage(usage),
      ...(omitted && { [attribute.omittedUpdates]: omitted.updates, [attribute.omittedBytes]: omitted.bytes })
    })
    this.#end(cancelled ? "cancelled" : "unfinished", this.#deps.clock(event))
  }

  failed(event: TurnFailed): void {
    this.#fail(event.failure._tag, this.#deps.clock(event))
  }

  /** Nothing more will be seen of the turn. */
  abandon(): void {
    this.#fail("unfinished", this.#deps.clock())
  }

  #fail(error: string, at: number): void {
    this.#span.setAttribute(attribute.errorType, error)
    this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.#end("unfinished", at)
  }

  #end(mark: string, at: number): void {
    for (const tool of this.#tools.values()) tool.abandon(mark, at)
    if (this.#deps.content) this.#span.setAttribute(attribute.outputMessages, messages("assistant", this.#reply))
    this.#span.end(hrTime(at))
  }

  #tool(update: Update, event: SessionEvent): void {
    const at = this.#deps.clock(event)
    this.#toolOf(update.toolCallId, parentOf(update._meta), at).patch(update, at)
  }

  #toolOf(toolCallId: string, parentId: string | undefined, at: number): ToolTrace {
    const known = this.#tools.get(toolCallId)
    if (known !== undefined) return known
    const parent = (parentId !== undefined && this.#tools.get(parentId)?.subagent(at)) || this.#context
    const { tracer, content } = this.#deps
    const tool = new ToolTrace({ tracer, content, parent }, toolCallId, at)
    this.#tools.set(toolCallId, tool)
    return tool
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** The tool call that started the subagent which an update comes from, as Claude's adapter says it. */
const parentOf = (meta: unknown): string | undefined => {
  const own = isObject(meta) ? meta.claudeCode : undefined
  const parent = isObject(own) ? own.parentToolUseId : undefined
  return typeof parent === "string" ? parent : undefined
}
