import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import { AgentExited, connect, memoryTransport, type SessionEvent, type SessionUpdate } from "@rxacp/core"
import { withDialect } from "@rxacp/core/relay"
import { firstValueFrom, Subject } from "rxjs"
import { describe, expect, it } from "vitest"
import { sendTraceparent, traceSessions } from "../src/index.ts"

const collect = () => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  return { tracer: provider.getTracer("test"), spans: () => exporter.getFinishedSpans() }
}

/** Sends events with ascending numbers through the operator. */
const session = (sessionId = "s1") => {
  const { tracer, spans } = collect()
  const events = new Subject<SessionEvent>()
  const tracing = traceSessions(tracer, { clock: (event) => (event?.n ?? 1_000) * 10 })
  tracing(events).subscribe({ error: () => {} })
  let n = 0
  const send = (event: object): void => {
    n += 1
    events.next({ sessionId, epoch: 1, n, ...event } as SessionEvent)
  }
  const update = (given: SessionUpdate): void => send({ _tag: "Update", phase: "turn", update: given })
  send({ _tag: "TurnStarted", turn: 1, prompt: [{ type: "text", text: "secret" }] })
  return { send, update, spans, events, tracing }
}

const tool = (toolCallId: string, parent?: string): SessionUpdate => ({
  sessionUpdate: "tool_call",
  toolCallId,
  title: `cat ${toolCallId}`,
  kind: "read",
  ...(parent !== undefined && { _meta: { claudeCode: { parentToolUseId: parent } } })
})

const end = { _tag: "TurnEnded", turn: 1, stopReason: "end_turn", cancelRequested: false }

describe("traceSessions", () => {
  it("puts the tools of a subagent under an agent's span below the tool that started it", () => {
    const { send, update, spans } = session()
    update(tool("outer"))
    update(tool("inner", "outer"))
    update({ sessionUpdate: "tool_call_update", toolCallId: "inner", status: "completed" })
    update({ sessionUpdate: "tool_call_update", toolCallId: "outer", status: "completed" })
    send(end)
    const all = spans()
    const above = (name: string) => {
      const span = all.find((known) => known.name === name)
      return all.find((known) => known.spanContext().spanId === span?.parentSpanContext?.spanId)?.name
    }
    expect(all.map(({ name }) => name)).toEqual([
      "execute_tool read",
      "invoke_agent subagent",
      "execute_tool read",
      "invoke_agent"
    ])
    expect(above("invoke_agent subagent")).toBe("execute_tool read")
    expect(all[0]?.parentSpanContext?.spanId).toBe(all[1]?.spanContext().spanId)
  })

  it("measures how long a request for permission waited", () => {
    const { send, update, spans } = session()
    update(tool("t1"))
    const options = [{ optionId: "no", name: "No", kind: "reject_once" }]
    send({ _tag: "PermissionRequested", id: 7, request: { sessionId: "s1", toolCall: { toolCallId: "t1" }, options } })
    send({ _tag: "PermissionResolved", id: 7, outcome: { outcome: "selected", optionId: "no" }, by: "handler" })
    send(end)
    const [span] = spans()
    expect(span?.events[0]?.attributes).toEqual({
      "acp.permission.wait_ms": 10,
      "acp.permission.outcome": "reject_once",
      "acp.permission.by": "handler"
    })
    expect(span?.attributes["error.type"]).toBe("rejected")
  })

  it("says nothing of tokens that an agent does not report, and repeats those that it does", () => {
    const silent = session()
    silent.send(end)
    expect(Object.keys(silent.spans()[0]?.attributes ?? {}).filter((key) => key.includes("usage"))).toEqual([])
    const { send, update, spans } = session()
    update({ sessionUpdate: "usage_update", used: 5, size: 100, cost: { amount: 0.5, currency: "USD" } })
    send({ ...end, usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 } })
    expect(spans()[0]?.attributes).toMatchObject({
      "gen_ai.usage.input_tokens": 3,
      "gen_ai.usage.output_tokens": 4,
      "acp.usage.context_used": 5,
      "acp.usage.cost": 0.5
    })
  })

  it.each([
    [
      "a crash",
      {
        _tag: "TurnFailed",
        turn: 1,
        failure: new AgentExited({ code: 1, signal: null, stderrTail: "secret", phase: "running" })
      }
    ],
    ["a cancel", { ...end, stopReason: "cancelled", cancelRequested: true }],
    ["a cap", { ...end, omitted: { updates: 2, bytes: 30 } }]
  ])("ends every span after %s, without a word of content", (_, last) => {
    const { send, update, spans } = session()
    update(tool("open"))
    send({ _tag: "Overflow", limit: "maxBytes", max: 10 })
    send(last)
    expect(spans().map(({ name }) => name)).toEqual(["execute_tool read", "invoke_agent"])
    const known = spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status }))
    expect(JSON.stringify(known)).not.toMatch(/secret|cat open/)
  })

  it("ends every span when the stream fails", () => {
    const { update, spans, events } = session()
    update(tool("open"))
    events.error(new Error("the end"))
    expect(spans().map(({ attributes }) => attributes["error.type"])).toEqual(["unfinished", "unfinished"])
  })
})

describe("sendTraceparent", () => {
  it("tells the agent the trace of its turn, and keeps what was in `_meta`", async () => {
    const { tracer, spans } = collect()
    const tracing = traceSessions(tracer)
    const transport = memoryTransport()
    const connection = connect(withDialect(transport, sendTraceparent(tracing)), { info: { name: "t", version: "0" } })
    const live = connection.session("s1")
    tracing(live.events).subscribe()
    const reply = firstValueFrom(live.prompt("hello"))
    const answerTo = (method: string, result: object): void => {
      const line = transport.sent.map((sent) => JSON.parse(sent)).find((sent) => sent.method === method)
      transport.receive(JSON.stringify({ jsonrpc: "2.0", id: line.id, result }))
    }
    answerTo("initialize", { protocolVersion: 1, agentCapabilities: {} })
    await reply
    await Promise.resolve()
    const prompt = JSON.parse(transport.sent.find((line) => line.includes("session/prompt")) ?? "{}")
    await connection.close()
    const [span] = spans()
    const { traceId, spanId } = span?.spanContext() ?? {}
    expect(prompt.params._meta.traceparent).toBe(`00-${traceId}-${spanId}-01`)
  })
})
