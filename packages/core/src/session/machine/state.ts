/** The state of one session as its rules need it: what occupies it, what the agent waits for, what was offered. */
import type { RxacpFailure } from "../../failures.ts"
import type { RpcId } from "../../wire/messages/message.ts"
import type { LimitName, SessionAnswer } from "../session-event.ts"
import type { Asked } from "./asked.ts"

/** A prompt from the moment it is asked for until the agent owes it nothing any more. */
export interface Turn {
  readonly kind: "turn"
  readonly requestId: RpcId
  readonly turn: number
  /** `over`: its end has been emitted, its answer is still outstanding. */
  readonly stage: "asked" | "started" | "written" | "over"
  /** `wanted`: asked for before the prompt was written; `deciding`: being recorded. */
  readonly cancel: "no" | "wanted" | "deciding" | "sent"
  /** Why it fails, while that is being recorded. */
  readonly failing?: RxacpFailure
}

/** A load; `answered` while it waits for history that comes late. */
export interface Load {
  readonly kind: "load"
  readonly requestId: RpcId
  readonly stage: "asked" | "started" | "written" | "answered"
  /** Whether it ends only after a time without updates. */
  readonly quiet: boolean
  readonly left: boolean
  readonly answer?: SessionAnswer
  readonly failing?: RxacpFailure
}

export interface Resume {
  readonly kind: "resume"
  readonly requestId: RpcId
}

/** A request of the agent that waits for us. */
export interface OpenRequest {
  readonly id: RpcId
  /**
   * A cancel withdraws all of them. `permission` and `form` wait for a person, so nobody is asked while a cancelled turn
   * drains; `work` is still done then, for an agent tidies up with it: it ends its terminals, say.
   */
  readonly kind: "permission" | "form" | "work"
  /** Its outcome is being recorded. */
  readonly deciding: boolean
}

/** Whether the agent has something to choose from, as far as it said. */
export type Offer = "unknown" | "none" | "some"

/** A cap that an update passed, and the first update that was left out, wholly or in part. */
export interface PassedCap {
  readonly limit: LimitName
  readonly max: number
  readonly seq: number
}

export interface SessionState {
  readonly sessionId: string
  /** The number of the turn that started last; 0 before the first. */
  readonly turn: number
  /** Where an update outside of a turn or load stands: `ended` after a turn, `fresh` before one and after a load. */
  readonly past: "fresh" | "ended"
  readonly runs: Turn | Load | Resume | undefined
  /** What waits for a cancelled turn to drain. */
  readonly waiting: ReadonlyArray<Asked>
  readonly requests: ReadonlyMap<string, OpenRequest>
  readonly offers: { readonly modes: Offer; readonly configOptions: Offer }
  /** Why the session is over, once it is. */
  readonly over?: RxacpFailure
}

/** A session of which nothing is known. */
export const newSession = (sessionId: string): SessionState => ({
  sessionId,
  turn: 0,
  past: "fresh",
  runs: undefined,
  waiting: [],
  requests: new Map(),
  offers: { modes: "unknown", configOptions: "unknown" }
})

/** Whether the reader of what runs gets the events of the session. */
export const isRead = ({ runs }: SessionState): boolean =>
  runs !== undefined && (runs.kind === "resume" || (runs.stage !== "asked" && runs.stage !== "over"))

/** Where the next update stands, before its id is looked at. */
export const placeOf = ({ runs, past }: SessionState): "turn" | "replay" | "ended" | "fresh" => {
  if (runs?.kind === "turn" && (runs.stage === "started" || runs.stage === "written")) return "turn"
  return runs?.kind === "load" && runs.stage !== "asked" ? "replay" : past
}

/** The turn that has been cancelled and whose answer is still outstanding. */
export const drainingTurn = ({ runs }: SessionState): Turn | undefined =>
  runs?.kind === "turn" && runs.cancel !== "no" ? runs : undefined

/** Requests by their ids: ids of different types are different. */
export const requestKey = (id: RpcId): string => `${typeof id}:${id}`
