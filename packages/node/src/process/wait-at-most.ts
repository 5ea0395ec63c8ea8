/** A promise with a limit on the time it may take. */

/** What `promise` gives, or undefined when that takes more than `ms` milliseconds. Leaves no timer behind. */
export const waitAtMost = async <T>(ms: number, promise: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
