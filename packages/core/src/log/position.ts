/** Positions in a log: which writer wrote an entry, and its number among the entries of that writer. */

/** The place of an entry. Positions of one log are ordered by `epoch`, then by `n`. */
export interface Position {
  /** The writer, a positive integer given out by the log; 0 only in the position before every entry. */
  readonly epoch: number
  /** Number of the entry among those of its writer, from 1. */
  readonly n: number
}

/** The position before every entry. */
export const START: Position = { epoch: 0, n: 0 }

/** The position as text, such as `2-17`: fit for an SSE id, and the id of the entry on Redis. */
export const formatPosition = ({ epoch, n }: Position): string => `${epoch}-${n}`

/** The position that a text stands for, or undefined when it is not the text of a position. */
export const parsePosition = (text: string): Position | undefined => {
  const match = /^(\d{1,16})-(\d{1,16})$/.exec(text)
  if (match === null) return undefined
  const position = { epoch: Number(match[1]), n: Number(match[2]) }
  return Number.isSafeInteger(position.epoch) && Number.isSafeInteger(position.n) ? position : undefined
}

/** Below zero when `one` comes before `other`, zero when they are the same, above zero when it comes after. */
export const comparePositions = (one: Position, other: Position): number => one.epoch - other.epoch || one.n - other.n
