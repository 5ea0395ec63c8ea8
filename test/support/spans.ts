/** The spans of events, as OpenTelemetry's own exporter in memory has them. */
import type { HrTime } from "@opentelemetry/api"
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import type { SessionEvent } from "@rxacp/core"
import { type TraceSessionsOptions, traceSessions } from "@rxacp/otel"
import { type Observable, Subject } from "rxjs"

/** A span in short: `parent` is the name of the span above it, times are in ms. */
export interface ShownSpan {
  readonly name: string
  readonly parent: string | undefined
  readonly start: number
  readonly end: number
  readonly error: unknown
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: ReadonlyArray<object>
}

const ms = ([seconds, nanos]: HrTime): number => seconds * 1000 + nanos / 1e6

/** A tracer, how many spans it has started, and those that have ended. */
const spanCollector = () => {
  const exporter = new InMemorySpanExporter()
  let started = 0
  const counter = {
    onStart: () => {
      started += 1
    },
    onEnd: () => {},
    forceFlush: async () => {},
    shutdown: async () => {}
  }
  const provider = new BasicTracerProvider({ spanProcessors: [counter, new SimpleSpanProcessor(exporter)] })
  const ended = (): ReadonlyArray<ShownSpan> => {
    const spans = exporter.getFinishedSpans()
    const nameOf = (id: string | undefined) => spans.find((span) => span.spanContext().spanId === id)?.name
    return spans.map(({ name, parentSpanContext, startTime, endTime, status, attributes, events }) => ({
      name,
      parent: nameOf(parentSpanContext?.spanId),
      start: ms(startTime),
      end: ms(endTime),
      error: status.code === 2 ? attributes["error.type"] : undefined,
      attributes,
      events: events.map((event) => ({ name: event.name, time: ms(event.time), ...event.attributes }))
    }))
  }
  return { tracer: provider.getTracer("test"), started: () => started, ended }
}

/** A clock that goes by the place of an event in its session, a second each, and stands still without one. */
const clockOfEvents = () => {
  let last = 0
  return (event?: SessionEvent): number => {
    last = event === undefined ? last : Date.UTC(2026, 0, 1) + event.n * 1000
    return last
  }
}

/** Traces events that came to their end. */
export const spansOf = (events: ReadonlyArray<SessionEvent>, options: TraceSessionsOptions = {}) => {
  const { tracer, started, ended } = spanCollector()
  const source = new Subject<SessionEvent>()
  const traced: Observable<SessionEvent> = traceSessions(tracer, { clock: clockOfEvents(), ...options })(source)
  const passed: Array<SessionEvent> = []
  const reading = traced.subscribe((event) => passed.push(event))
  for (const event of events) source.next(event)
  const closedByEvents = ended().length
  reading.unsubscribe()
  return { spans: ended(), started: started(), closedByEvents, passed }
}
