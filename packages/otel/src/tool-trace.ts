/** The span of one tool call: from the first word about it to its end. */
import { type Context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api"
import type { PermissionRequested, PermissionResolved, ToolCallUpdate } from "@rxacp/core"
import { attribute } from "./attributes.ts"
import { hrTime } from "./time.ts"

/** What a span of a tool call needs of its turn. */
export interface ToolTraceDeps {
  readonly tracer: Tracer
  /** The span that it stands under. */
  readonly parent: Context
  /** Whether arguments, results and titles may be recorded. */
  readonly content: boolean
}

/** What an update or a request for permission says of a tool call. */
export type ToolPatch = Omit<ToolCallUpdate, "_meta">

export class ToolTrace {
  /** Where spans of what the tool starts stand. */
  readonly context: Context
  readonly #span: Span
  readonly #content: boolean
  #name: string | undefined
  #kind = "other"
  #status = "pending"
  #refused = false
  #over = false
  /** The agent that the tool turned out to start. */
  #subagent: { readonly span: Span; readonly context: Context } | undefined
  readonly #deps: ToolTraceDeps

  constructor(deps: ToolTraceDeps, toolCallId: string, at: number) {
    this.#deps = deps
    this.#content = deps.content
    const attributes = {
      [attribute.operation]: "execute_tool",
      [attribute.toolCallId]: toolCallId,
      [attribute.toolType]: "extension"
    }
    const options = { kind: SpanKind.INTERNAL, startTime: hrTime(at), attributes }
    this.#span = deps.tracer.startSpan("execute_tool", options, deps.parent)
    this.context = trace.setSpan(deps.parent, this.#span)
  }

  /** Applies what is said of the call; a final status ends the span. */
  patch({ name, kind, status, title, rawInput, rawOutput }: ToolPatch, at: number): void {
    if (this.#over) return
    if (typeof name === "string") this.#name = name
    if (typeof kind === "string") this.#kind = kind
    if (typeof status === "string") this.#status = status
    if (this.#content) this.#record(title, rawInput, rawOutput)
    if (this.#status === "completed") this.#end(at, undefined)
    else if (this.#status === "failed") this.#end(at, "tool_failed")
  }

  /** The answer to a request for permission, with how long it took. */
  answered(asked: PermissionRequested, { outcome, by }: PermissionResolved, waited: number, at: number): void {
    const chosen =
      outcome.outcome === "selected"
        ? asked.request.options.find(({ optionId }) => optionId === outcome.optionId)?.kind
        : outcome.outcome
    this.#refused = chosen === undefined || !chosen.startsWith("allow")
    this.#span.addEvent(
      "acp.permission",
      {
        [attribute.permissionWait]: waited,
        [attribute.permissionOutcome]: chosen ?? "unknown_option",
        [attribute.permissionBy]: by
      },
      hrTime(at)
    )
  }

  /** Ends a call that the agent left open. */
  abandon(mark: string, at: number): void {
    this.#end(at, this.#refused && mark === "unfinished" ? "rejected" : mark)
  }

  /** Where the tools of the agent that this tool started stand. */
  subagent(at: number): Context {
    if (this.#subagent === undefined) {
      const attributes = { [attribute.operation]: "invoke_agent", [attribute.agentName]: "subagent" }
      const options = { kind: SpanKind.INTERNAL, startTime: hrTime(at), attributes }
      const span = this.#deps.tracer.startSpan("invoke_agent subagent", options, this.context)
      this.#subagent = { span, context: trace.setSpan(this.context, span) }
      // What a subagent does after its tool is over still stands under it.
      if (this.#over) span.end(hrTime(at))
    }
    return this.#subagent.context
  }

  #record(title: unknown, rawInput: unknown, rawOutput: unknown): void {
    if (typeof title === "string") this.#span.setAttribute(attribute.toolTitle, title)
    if (rawInput !== undefined) this.#span.setAttribute(attribute.toolArguments, JSON.stringify(rawInput))
    if (rawOutput !== undefined) this.#span.setAttribute(attribute.toolResult, JSON.stringify(rawOutput))
  }

  #end(at: number, error: string | undefined): void {
    if (this.#over) return
    this.#over = true
    const name = this.#name ?? this.#kind
    this.#span.updateName(`execute_tool ${name}`)
    this.#span.setAttributes({
      [attribute.toolName]: name,
      [attribute.toolKind]: this.#kind,
      [attribute.toolStatus]: this.#status
    })
    if (error !== undefined) {
      this.#span.setAttribute(attribute.errorType, error)
      this.#span.setStatus({ code: SpanStatusCode.ERROR })
    }
    this.#subagent?.span.end(hrTime(at))
    this.#span.end(hrTime(at))
  }
}
