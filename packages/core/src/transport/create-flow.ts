/** Counts who holds a transport's delivery. */
import { asyncScheduler, BehaviorSubject, distinctUntilChanged } from "rxjs"
import type { Flow } from "./flow.ts"

/** A flow together with the switches that only its transport uses. */
export interface FlowControl {
  readonly flow: Flow
  /** Whether a hold is out; read before each line, so it costs nothing. */
  readonly isHeld: () => boolean
  /** Lifts all holds and takes no more; for the end of the transport. */
  readonly lift: () => void
}

/** `bytesWaiting` is asked when the state is read; `onChange` is called after the first hold and after the last release. */
export const createFlow = (bytesWaiting: () => number, onChange: () => void): FlowControl => {
  let holders = 0
  let heldSince: number | undefined
  let lifted = false
  const held = new BehaviorSubject(false)

  const letGo = (): void => {
    heldSince = undefined
    held.next(false)
    onChange()
  }

  const flow: Flow = {
    hold: () => {
      if (lifted) return () => {}
      let released = false
      if (holders++ === 0) {
        heldSince = asyncScheduler.now()
        held.next(true)
        onChange()
      }
      return () => {
        if (released || lifted) return
        released = true
        if (--holders === 0) letGo()
      }
    },
    held: held.pipe(distinctUntilChanged()),
    get state() {
      const waiting = { holders, bytesWaiting: bytesWaiting() }
      return heldSince === undefined ? waiting : { ...waiting, heldSince }
    }
  }

  return {
    flow,
    isHeld: () => holders > 0,
    lift: () => {
      if (lifted) return
      lifted = true
      const wasHeld = holders > 0
      holders = 0
      if (wasHeld) letGo()
      held.complete()
    }
  }
}
