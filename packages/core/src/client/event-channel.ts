/** The hot events of one session. What comes before the first subscriber is kept for it, up to a bound. */
import { Observable, Subject } from "rxjs"
import type { SessionEvent } from "../session/session-event.ts"

/** How much is kept. */
export interface ChannelBounds {
  readonly events: number
  /** Bytes of the lines that the events came in. */
  readonly bytes: number
}

/** One session's events: a way in, and the hot Observable that comes out. */
export interface EventChannel {
  readonly events: Observable<SessionEvent>
  readonly push: (event: SessionEvent, bytes: number) => void
  readonly complete: () => void
}

interface Kept {
  readonly event: SessionEvent
  readonly bytes: number
}

/**
 * `onDropped` hears how many events have been dropped so far: at the first, each time the number has doubled, and how many
 * it was in the end when somebody subscribes.
 */
export const createEventChannel = (bounds: ChannelBounds, onDropped: (count: number) => void): EventChannel => {
  const live = new Subject<SessionEvent>()
  let kept: Array<Kept> | undefined = []
  let keptBytes = 0
  /** Kept events before this place are dropped; the array is cut now and then. */
  let first = 0
  let dropped = 0
  let reported = 0

  const drop = (from: Array<Kept>): void => {
    keptBytes -= from[first]?.bytes ?? 0
    first++
    if (++dropped >= 2 * reported) report()
  }

  const report = (): void => {
    reported = dropped
    onDropped(dropped)
  }

  const keep = (into: Array<Kept>, event: SessionEvent, bytes: number): void => {
    into.push({ event, bytes })
    keptBytes += bytes
    while (into.length - first > bounds.events || (keptBytes > bounds.bytes && into.length - first > 1)) drop(into)
    if (first > bounds.events) {
      into.splice(0, first)
      first = 0
    }
  }

  return {
    // An edge: the first subscriber takes over what was kept, then all share what comes.
    events: new Observable((subscriber) => {
      const before = kept
      if (before === undefined) return live.subscribe(subscriber)
      if (dropped > reported) report()
      // What happens while the kept events are handed over is kept as well, and handed over after them.
      for (let kept = before[first]; kept !== undefined && !subscriber.closed; kept = before[first]) {
        first++
        subscriber.next(kept.event)
      }
      if (first >= before.length) kept = undefined
      return live.subscribe(subscriber)
    }),
    push: (event, bytes) => {
      if (kept !== undefined) keep(kept, event, bytes)
      else live.next(event)
    },
    complete: () => live.complete()
  }
}
