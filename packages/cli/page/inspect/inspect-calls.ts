/** The calls of the inspector's page to its server. */
import type { SerializedSession } from "@rxacp/fold"
import type { Summary } from "../../src/inspect/server/inspect-api.ts"
import type { Span } from "../../src/inspect/server/timeline.ts"
import type { Entry } from "../../src/inspect/traffic/entry.ts"
import { CallFailed } from "../server-calls.ts"

/** Which messages are listed, as the form says. */
export type Filters = Readonly<Record<string, string>>

/** What the server can be asked for. Rejects with `CallFailed`, or with a `TypeError` when it is not reached. */
export interface InspectCalls {
  summary(): Promise<Summary>
  rows(from: number, count: number, filters: Filters): Promise<{ readonly total: number; readonly rows: Entry[] }>
  message(place: number): Promise<{ readonly entry?: Entry; readonly text?: string }>
  conversation(place: number): Promise<SerializedSession | null>
  timeline(): Promise<ReadonlyArray<Span>>
  save(as: "journal" | "trace"): Promise<Blob>
}

/** The calls that a token allows. */
export const inspectCalls = (token: string): InspectCalls => {
  const get = async (name: string, params: Filters = {}): Promise<Response> => {
    const response = await fetch(`/api/inspect/${name}?${new URLSearchParams(params)}`, {
      headers: { authorization: `Bearer ${token}` }
    })
    if (!response.ok) throw new CallFailed(response.status, await response.text())
    return response
  }
  const json = async <Answer>(name: string, params?: Filters): Promise<Answer> => (await get(name, params)).json()
  return {
    summary: () => json("summary"),
    rows: (from, count, filters) => json("rows", { ...filters, from: String(from), count: String(count) }),
    message: (place) => json("message", { place: String(place) }),
    conversation: (place) => json("conversation", { place: String(place) }),
    timeline: () => json("timeline"),
    save: async (as) => (await get("save", { as })).blob()
  }
}
