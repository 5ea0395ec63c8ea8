/** Tells what has to be waited for from what is there at once. */

/** Whether a value is a promise of any kind. */
export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"
