/** Runs a project for each value, several at once, and puts the results out in the order of the values. */
import { from, isObservable, type Observable, Subject, takeUntil } from "rxjs"
import { createQueue } from "../internal/queue.ts"
import { isThenable } from "../internal/thenable.ts"

/** What a project may return: the result itself, a promise of it, or an observable of any number of results. */
export type Projected<Result> = Result | PromiseLike<Result> | Observable<Result>

/** What the work is done with, and where its results go. */
export interface OrderedWorkOptions<Value, Result> {
  readonly project: (value: Value, index: number) => Projected<Result>
  /** How many values are in work at once. A result that waits for an earlier one still counts, so memory is bounded. */
  readonly concurrency: number
  /** Told how many values wait, whenever that may have changed. */
  readonly onWaiting: (waiting: number) => void
  readonly next: (result: Result) => void
  readonly error: (error: unknown) => void
  readonly complete: () => void
}

/** The work on one stream of values. */
export interface OrderedWork<Value> {
  readonly push: (value: Value) => void
  /** No more values will come. `error`, or else `complete`, is called when the work on those that came is done. */
  readonly end: (failure?: { readonly error: unknown }) => void
  /** Drops what waits and cancels what is in work. */
  readonly stop: () => void
  /** Emits when the work is stopped. */
  readonly stopped: Observable<void>
}

interface Task<Result> {
  /** Results that wait for an earlier task. */
  readonly results: Array<Result>
  done: boolean
  failure?: { readonly error: unknown }
}

/**
 * Starts with nothing in work. A value that comes while nothing is in work is projected at once, and a result that is no
 * promise and no observable goes out at once: neither is queued. Values that come from inside (from `project`, from
 * `onWaiting`, from whoever takes the results) wait until the step in hand is done, so they are never worked on early.
 * An error of a project takes its place among the results; no value is projected once it has gone out.
 */
export const orderedWork = <Value, Result>(options: OrderedWorkOptions<Value, Result>): OrderedWork<Value> => {
  const { project, concurrency, onWaiting, next, error, complete } = options
  const waiting = createQueue<Value>()
  const stopping = new Subject<void>()
  /** In the order of their values; only the results of the first go out. */
  const tasks: Array<Task<Result>> = []
  let index = 0
  let ended: { readonly failure?: { readonly error: unknown } | undefined } | undefined
  let isStopped = false
  let isTurning = false

  const put = (task: Task<Result>, result: Result): void => {
    if (tasks[0] === task && task.results.length === 0) next(result)
    else task.results.push(result)
  }

  const follow = (outcome: PromiseLike<Result> | Observable<Result>): void => {
    const task: Task<Result> = { results: [], done: false }
    tasks.push(task)
    from(outcome)
      .pipe(takeUntil(stopping))
      .subscribe({
        next: (result) => put(task, result),
        error: (error: unknown) => {
          task.failure = { error }
          turn()
        },
        complete: () => {
          task.done = true
          turn()
        }
      })
  }

  const start = (value: Value): void => {
    let outcome: Projected<Result>
    try {
      outcome = project(value, index++)
    } catch (error) {
      tasks.push({ results: [], done: true, failure: { error } })
      return
    }
    if (isStopped) return
    if (isObservable(outcome) || isThenable(outcome)) follow(outcome)
    else if (tasks.length === 0) next(outcome)
    else tasks.push({ results: [outcome], done: true })
  }

  const finish = (failure: { readonly error: unknown } | undefined): void => {
    stop()
    if (failure === undefined) complete()
    else error(failure.error)
  }

  /** Does the next thing that can be done; false when there is nothing. */
  const step = (): boolean => {
    if (isStopped) return false
    const first = tasks[0]
    if (first !== undefined && first.results.length > 0) {
      // What the task still yields meanwhile is appended and goes out in the same loop.
      for (const result of first.results) next(result)
      first.results.length = 0
    } else if (first?.failure !== undefined) {
      finish(first.failure)
    } else if (first?.done === true) {
      tasks.shift()
    } else if (waiting.size > 0 && tasks.length < concurrency) {
      start(waiting.take())
      onWaiting(waiting.size)
    } else {
      if (ended !== undefined && first === undefined) finish(ended.failure)
      return false
    }
    return true
  }

  const turn = (): void => {
    if (isTurning) return
    isTurning = true
    while (step());
    isTurning = false
  }

  const stop = (): void => {
    if (isStopped) return
    isStopped = true
    waiting.clear()
    tasks.length = 0
    stopping.next()
    onWaiting(0)
  }

  return {
    push: (value) => {
      if (isStopped) return
      if (!isTurning && tasks.length === 0) {
        isTurning = true
        start(value)
        isTurning = false
        turn()
      } else {
        waiting.push(value)
        turn()
        onWaiting(waiting.size)
      }
    },
    end: (failure) => {
      ended = { failure }
      turn()
    },
    stop,
    stopped: stopping.asObservable()
  }
}
