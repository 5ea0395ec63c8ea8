/** Points in time as OpenTelemetry takes them. */
import type { HrTime } from "@opentelemetry/api"

/** Milliseconds since 1970 as seconds and nanoseconds. A bare number from before the start of the process would be misread. */
export const hrTime = (ms: number): HrTime => {
  const seconds = Math.floor(ms / 1000)
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)]
}
