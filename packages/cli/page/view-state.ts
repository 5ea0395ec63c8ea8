/** Everything that the page shows of a session, folded from the frames. */
import { emptySession, foldSession, restoreSession, type SessionState } from "@rxacp/fold"
import type { Frame, Place, TerminalShown } from "../src/web/wire.ts"
import type { LinkChange } from "./session-stream.ts"

/** What is shown. Like the fold's own states it is never written to. */
export interface ViewState {
  readonly session: SessionState
  /** The last event that is in `session`. */
  readonly place: Place | undefined
  readonly terminals: ReadonlyMap<string, TerminalShown>
  readonly link: "connecting" | "live" | "lost" | "ended"
  /** Why the agent has ended, once it has. */
  readonly reason?: string
}

/** Before the first frame. */
export const initialView: ViewState = {
  session: emptySession(),
  place: undefined,
  terminals: new Map(),
  link: "connecting"
}

/** The view after one more frame. An event that is in the state already, or of another run, changes nothing. */
export const reduceView = (view: ViewState, frame: Frame | LinkChange): ViewState => {
  switch (frame.event) {
    case "snapshot":
      return { ...view, session: restoreSession(frame.data), place: frame.place }
    case "event": {
      const { place } = view
      if (place?.epoch === frame.place.epoch && frame.place.n <= place.n) return view
      return { ...view, session: foldSession(view.session, frame.data), place: frame.place }
    }
    case "terminal":
      return { ...view, terminals: new Map(view.terminals).set(frame.data.terminalId, frame.data) }
    case "link":
      return { ...view, link: frame.data }
    case "ended":
      return { ...view, link: "ended", reason: frame.data.reason }
  }
}

/** Whether a turn runs. */
export const isRunning = ({ session, link }: ViewState): boolean => {
  const last = session.turns.at(-1)
  return link !== "ended" && last !== undefined && last.stopReason === undefined && last.failure === undefined
}
