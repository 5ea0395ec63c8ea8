/** The public names of `@rxacp/otel`. */

export { sendTraceparent } from "./send-traceparent.ts"
export { type SessionTracing, type TraceSessionsOptions, traceSessions } from "./trace-sessions.ts"
export type { AgentName, Clock } from "./turn-trace.ts"
