/** The form in which model APIs stream. */
import { setTimeout as delay } from "node:timers/promises"

/** One event; without a name only its data. */
export const event = (data: unknown, name?: string): string =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`

/** Each word as an event, with the pause after it. */
export async function* paced(
  words: ReadonlyArray<string>,
  pauseMs: number,
  toEvent: (word: string) => string
): AsyncGenerator<string> {
  for (const word of words) {
    yield toEvent(word)
    if (pauseMs > 0) await delay(pauseMs)
  }
}
