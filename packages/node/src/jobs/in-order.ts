/** Puts answers back into the order of their questions. */
import { concatMap, defer, type MonoTypeOperatorFunction } from "rxjs"

/** Holds each value back until all with a lower `index`, from 0, have been emitted. */
export const inOrder =
  <T extends { readonly index: number }>(): MonoTypeOperatorFunction<T> =>
  (source) =>
    defer(() => {
      const waiting = new Map<number, T>()
      let next = 0
      return source.pipe(
        concatMap((value) => {
          waiting.set(value.index, value)
          const ready: Array<T> = []
          for (let found = waiting.get(next); found !== undefined; found = waiting.get(next)) {
            ready.push(found)
            waiting.delete(next)
            next += 1
          }
          return ready
        })
      )
    })
