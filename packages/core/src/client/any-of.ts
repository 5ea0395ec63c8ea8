/** Whether one of several conditions holds. */
import { combineLatest, concat, distinctUntilChanged, map, NEVER, type Observable } from "rxjs"

/** True while any of the conditions is; one that completes keeps its last value. */
export const anyOf = (...conditions: ReadonlyArray<Observable<boolean>>): Observable<boolean> =>
  combineLatest(conditions.map((condition) => concat(condition, NEVER))).pipe(
    map((values) => values.includes(true)),
    distinctUntilChanged()
  )
