/** Repeats what failed because the server was away. */
import { LogUnavailable } from "@rxacp/core/log"

const FIRST_WAIT_MS = 10
const LONGEST_WAIT_MS = 500

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener("abort", done)
  })

/** A call that did not answer in time; its answer, should it come, is passed over. */
const answered = async <T>(call: Promise<T>, ms: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What repeating needs to know. */
export interface Patience {
  readonly key: string
  /** Milliseconds from the first failure to the last attempt. */
  readonly retryMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Calls until it succeeds: every call has to be one that may be repeated. Rejects with `LogUnavailable` when it still fails after
 * `retryMs`, or at once when the signal is aborted.
 */
export const retrying = async <T>({ key, retryMs, signal }: Patience, call: () => Promise<T>): Promise<T> => {
  const end = performance.now() + retryMs
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await answered(call(), retryMs)
    } catch (error) {
      if (signal?.aborted === true || performance.now() + wait > end) {
        throw new LogUnavailable(
          { key, reason: error instanceof Error ? error.message : String(error) },
          { cause: error }
        )
      }
    }
    await sleep(wait, signal)
  }
}
