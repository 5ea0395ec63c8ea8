/** What travels from the server to the page, as server-sent events, and how it reads as JSON. */
import type { RpcId, SessionEvent, TerminalOutputResponse } from "@rxacp/core"
import type { SerializedSession } from "@rxacp/fold"

/** The output of a terminal as it stands; each one replaces the one before. */
export interface TerminalShown extends TerminalOutputResponse {
  readonly terminalId: string
}

/** One server-sent event. `snapshot` and `event` carry a place as their id; the others repeat on every connection. */
export type Frame =
  | { readonly event: "snapshot"; readonly place: Place; readonly data: SerializedSession }
  | { readonly event: "event"; readonly place: Place; readonly data: SessionEvent }
  | { readonly event: "terminal"; readonly data: TerminalShown }
  | { readonly event: "ended"; readonly data: { readonly reason: string } }

/** A place in a session's events: which run of the agent, and which event of it. */
export interface Place {
  readonly epoch: number
  readonly n: number
}

/** A place as the id of a server-sent event. */
const placeId = ({ epoch, n }: Place): string => `${epoch}-${n}`

/** The place that an id names; undefined for anything else. */
export const placeOf = (id: string | undefined): Place | undefined => {
  const [, epoch, n] = /^(\d+)-(\d+)$/.exec(id ?? "") ?? []
  return epoch === undefined || n === undefined ? undefined : { epoch: Number(epoch), n: Number(n) }
}

/** The id of a permission request in JSON, which knows no integers past 2^53. */
export type WireId = Exclude<RpcId, bigint> | { readonly bigint: string }

/** The form of a request's id that JSON can carry. */
export const wireId = (id: RpcId): WireId => (typeof id === "bigint" ? { bigint: String(id) } : id)

/** A session event as JSON. Request ids are its only integers that JSON has no word for. */
export const eventJson = (event: SessionEvent): string =>
  JSON.stringify(event, (_, value: unknown) => (typeof value === "bigint" ? wireId(value) : value))

/** The session event that was written by `eventJson`. */
export const readEvent = (json: string): SessionEvent => {
  const event: SessionEvent = JSON.parse(json)
  if (event._tag !== "PermissionRequested" && event._tag !== "PermissionResolved") return event
  const id = event.id as WireId
  return typeof id === "object" && id !== null ? { ...event, id: BigInt(id.bigint) } : event
}

/** One server-sent event as text. */
export const sseText = (event: Frame["event"], json: string, place?: Place): string =>
  `${place === undefined ? "" : `id: ${placeId(place)}\n`}event: ${event}\ndata: ${json}\n\n`

/** A session that a page can show. */
export interface SessionChoice {
  readonly sessionId: string
  readonly title?: string | null | undefined
}

/** What a page gets to know about the agent. */
export interface AgentInfo {
  readonly name: string
  readonly sessions: ReadonlyArray<SessionChoice>
}
