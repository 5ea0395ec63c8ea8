/** Many prompts over several processes of one agent. */
import {
  AgentExited,
  ConnectionClosed,
  isFailure,
  type RxacpFailure,
  type Session,
  type SessionEvent
} from "@rxacp/core"
import {
  catchError,
  concat,
  concatMap,
  defer,
  finalize,
  ignoreElements,
  map,
  mergeMap,
  type Observable,
  type OperatorFunction,
  of,
  retry,
  tap,
  throwError,
  toArray
} from "rxjs"
import type { AgentOptions } from "../agent/agent-process.ts"
import { spawnAgent } from "../agent/spawn-agent.ts"
import { type AskOptions, connectTo, openSession, type PromptContent } from "./ask.ts"
import { inOrder } from "./in-order.ts"

/** Which agent runs, how often, and what each prompt may cost: the caps of a turn are `limits.reply`. */
export interface AgentPoolOptions extends AskOptions {
  /** What each process is started with. Their epochs count up from the one that is given. */
  readonly agent: AgentOptions
  /** How many processes run at most, each with one prompt at a time. */
  readonly size: number
  /** How often a prompt is asked again when its agent died under it. What it did before then is done again. Default 1. */
  readonly retries?: number
  /** Whether answers come in the order of their prompts; one that has to wait for an earlier one is kept. Default true. */
  readonly ordered?: boolean
}

/** The result of one prompt. */
export interface PooledAnswer {
  /** The number of the prompt, from 0. */
  readonly index: number
  readonly prompt: PromptContent
  /** The events of its turn, up to `TurnEnded`; of a turn that failed none. */
  readonly events: ReadonlyArray<SessionEvent>
  /** Why it failed; absent when its turn ended. */
  readonly failure?: RxacpFailure
}

/**
 * Asks each prompt in a session of its own, `size` at a time. Processes are started as they are needed and used again; one
 * whose turn failed is closed. A prompt that fails is an answer with a `failure`, and the others go on. Completes once all
 * processes are gone; unsubscribing closes them. Throws a `RangeError` if `size` is not a whole number from 1 on.
 *
 * ```
 * from(prompts).pipe(agentPool({ agent: presets.opencode, size: 4, limits: { reply: { maxBytes: 20_000 } } }))
 * ```
 */
export const agentPool = (options: AgentPoolOptions): OperatorFunction<PromptContent, PooledAnswer> => {
  const { size, retries = 1, ordered = true } = options
  if (!Number.isSafeInteger(size) || size < 1)
    throw new RangeError(`size must be a whole number from 1 on, got ${size}`)
  return (prompts) =>
    defer(() => {
      const workers = new Workers(options)
      const turn = (prompt: PromptContent) =>
        workers.use((session) => session.prompt(prompt)).pipe(toArray(), retry({ count: retries, delay: ifAgentDied }))
      const answer = (prompt: PromptContent, index: number): Observable<PooledAnswer> =>
        turn(prompt).pipe(
          map((events) => ({ index, prompt, events })),
          catchError((failure: unknown) =>
            isFailure(failure) ? of({ index, prompt, events: [], failure }) : throwError(() => failure)
          )
        )
      const answers = prompts.pipe(mergeMap(answer, size))
      const closed = defer(() => workers.close()).pipe(ignoreElements())
      return concat(ordered ? answers.pipe(inOrder()) : answers, closed).pipe(finalize(() => void workers.close()))
    })
}

const ifAgentDied = (failure: unknown): Observable<unknown> =>
  failure instanceof AgentExited || failure instanceof ConnectionClosed ? of(0) : throwError(() => failure)

interface Worker {
  readonly session: Observable<Session>
  close(): Promise<unknown>
}

/** The processes of one pool. */
class Workers {
  readonly #options: AgentPoolOptions
  readonly #running = new Set<Worker>()
  readonly #idle = new Set<Worker>()
  #epoch: number

  constructor(options: AgentPoolOptions) {
    this.#options = options
    this.#epoch = options.agent.epoch ?? 1
  }

  /** Runs `work` in a new session of a process that has nothing else to do. */
  use<T>(work: (session: Session) => Observable<T>): Observable<T> {
    return defer(() => {
      const [worker = this.#start()] = this.#idle
      this.#idle.delete(worker)
      return worker.session.pipe(
        concatMap(work),
        tap({ error: () => void worker.close(), complete: () => this.#running.has(worker) && this.#idle.add(worker) })
      )
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((worker) => worker.close()))
  }

  #start(): Worker {
    const { agent: given, size: _, retries: __, ordered: ___, ...options } = this.#options
    const agent = spawnAgent({ ...(options.cwd !== undefined && { cwd: options.cwd }), ...given, epoch: this.#epoch++ })
    const connection = connectTo(agent, options)
    const worker = { session: openSession(connection, options), close: () => agent.close() }
    this.#running.add(worker)
    agent.ended.subscribe(() => {
      this.#running.delete(worker)
      this.#idle.delete(worker)
    })
    return worker
  }
}
