/** Runs tasks of one key one after the other. */

/** Runs the task once those that were given the same key before have ended, and gives what it gives. */
export type QueueByKey = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** Tasks of different keys run side by side. */
export const queueByKey = (): QueueByKey => {
  const last = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(task)
    const ended = mine.then(
      () => {},
      () => {}
    )
    last.set(key, ended)
    void ended.then(() => last.get(key) === ended && last.delete(key))
    return mine
  }
}
