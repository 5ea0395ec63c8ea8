/** Picks updates by their kind. */
import { filter, type Observable } from "rxjs"
import type { StreamEvent, UpdateEventOf, UpdateKind } from "./stream-event.ts"

/**
 * Passes the events that carry an update of one of the kinds, typed as such; `kinds` are tags as on the wire.
 * Unknown and invalid updates have no kind and are left out.
 */
export const ofUpdate = <const Kind extends UpdateKind>(...kinds: ReadonlyArray<Kind>) => {
  const wanted: ReadonlySet<string> = new Set(kinds)
  return <Event extends StreamEvent>(source: Observable<Event>): Observable<UpdateEventOf<Event, Kind>> =>
    source.pipe(
      filter(
        (event): event is Event & UpdateEventOf<Event, Kind> =>
          event._tag === "Update" && wanted.has(event.update.sessionUpdate)
      )
    )
}
