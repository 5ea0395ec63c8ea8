/** Runs a project for each value, several at once, and puts the results out in the order of the values. */
import { from, isObservable, type Observable, Subject, takeUntil } from "rxjs"
import { Loop } from "../internal/loop.ts"
import { Queue } from "../internal/queue.ts"
import { isThenable } from "../internal/thenable.ts"

/** What a project may return: the result itself, a promise of it, or an observable of any number of results. */
export type Projected<Result> = Result | PromiseLike<Result> | Observable<Result>

/** What the work is done with, and where its results go. */
export interface OrderedWorkDeps<Value, Result> {
  readonly project: (value: Value, index: number) => Projected<Result>
  /** How many values are in work at once. A result that waits for an earlier one still counts, so memory is bounded. */
  readonly concurrency: number
  /** Told how many values wait, whenever that may have changed. */
  readonly onWaiting: (waiting: number) => void
  readonly next: (result: Result) => void
  readonly error: (error: unknown) => void
  readonly complete: () => void
}

interface Task<Result> {
  /** Results that wait for an earlier task. */
  readonly results: Array<Result>
  done: boolean
  failure?: { readonly error: unknown }
}

/**
 * Starts with nothing in work. A value that comes while nothing is in work is projected at once, and a result that is neither
 * promise nor observable is emitted at once: neither is queued. Values that come from inside (from `project`, from
 * `onWaiting`, from whoever takes the results) wait until the step in hand is done, so they are never worked on early.
 * An error of a project takes its place among the results; no value is projected once it was emitted.
 */
export class OrderedWork<Value, Result> {
  readonly #deps: OrderedWorkDeps<Value, Result>
  readonly #waiting = new Queue<Value>()
  readonly #stopping = new Subject<void>()
  /** In the order of their values; only the results of the first go out. */
  readonly #tasks: Array<Task<Result>> = []
  readonly #loop = new Loop({ step: () => this.#step() })
  #index = 0
  #ended: { readonly failure?: { readonly error: unknown } | undefined } | undefined
  #isStopped = false

  constructor(deps: OrderedWorkDeps<Value, Result>) {
    this.#deps = deps
  }

  /** Emits when the work is stopped. */
  get stopped(): Observable<void> {
    return this.#stopping
  }

  /** Takes the next value. */
  add(value: Value): void {
    if (this.#isStopped) return
    if (!this.#loop.running && this.#tasks.length === 0) {
      this.#loop.run(() => this.#start(value))
    } else {
      this.#waiting.add(value)
      this.#loop.run()
      this.#deps.onWaiting(this.#waiting.size)
    }
  }

  /** No more values will come. `error`, or else `complete`, is called when the work on those that came is done. */
  finish(failure?: { readonly error: unknown }): void {
    this.#ended = { failure }
    this.#loop.run()
  }

  /** Drops what waits and cancels what is in work. */
  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#waiting.clear()
    this.#tasks.length = 0
    this.#stopping.next()
    this.#deps.onWaiting(0)
  }

  #put(task: Task<Result>, result: Result): void {
    if (this.#tasks[0] === task && task.results.length === 0) this.#deps.next(result)
    else task.results.push(result)
  }

  #follow(outcome: PromiseLike<Result> | Observable<Result>): void {
    const task: Task<Result> = { results: [], done: false }
    this.#tasks.push(task)
    from(outcome)
      .pipe(takeUntil(this.#stopping))
      .subscribe({
        next: (result) => this.#put(task, result),
        error: (error: unknown) => {
          task.failure = { error }
          this.#loop.run()
        },
        complete: () => {
          task.done = true
          this.#loop.run()
        }
      })
  }

  #start(value: Value): void {
    let outcome: Projected<Result>
    try {
      outcome = this.#deps.project(value, this.#index++)
    } catch (error) {
      this.#tasks.push({ results: [], done: true, failure: { error } })
      return
    }
    if (this.#isStopped) return
    if (isObservable(outcome) || isThenable(outcome)) this.#follow(outcome)
    else if (this.#tasks.length === 0) this.#deps.next(outcome)
    else this.#tasks.push({ results: [outcome], done: true })
  }

  #conclude(failure: { readonly error: unknown } | undefined): void {
    this.stop()
    if (failure === undefined) this.#deps.complete()
    else this.#deps.error(failure.error)
  }

  /** Does the next thing that can be done; false when there is nothing. */
  #step(): boolean {
    if (this.#isStopped) return false
    const first = this.#tasks[0]
    if (first !== undefined && first.results.length > 0) {
      // What the task still yields meanwhile is appended and emitted in the same loop.
      for (const result of first.results) this.#deps.next(result)
      first.results.length = 0
    } else if (first?.failure !== undefined) {
      this.#conclude(first.failure)
    } else if (first?.done === true) {
      this.#tasks.shift()
    } else if (this.#waiting.size > 0 && this.#tasks.length < this.#deps.concurrency) {
      this.#start(this.#waiting.take())
      this.#deps.onWaiting(this.#waiting.size)
    } else {
      if (this.#ended !== undefined && first === undefined) this.#conclude(this.#ended.failure)
      return false
    }
    return true
  }
}
