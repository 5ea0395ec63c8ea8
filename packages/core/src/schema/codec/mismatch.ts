/** Why a value can't be decoded. */
import type { Shape } from "../../protocol/shape.ts"
import { scalars } from "./scalars.ts"

/** The way to a value from the root of what is decoded. */
export type Path = ReadonlyArray<string | number>

/** Why a value can't be decoded, and where. */
export class Mismatch {
  readonly path: Path
  readonly reason: string
  constructor(path: Path, reason: string) {
    this.path = path
    this.reason = reason
  }
}

/** Whether decoding failed. */
export const isMismatch = (value: unknown): value is Mismatch => value instanceof Mismatch

/** The mismatch of a value that is not what was expected there. */
export const mismatch = (path: Path, expected: string, value: unknown): Mismatch =>
  new Mismatch(path, value === undefined ? `expected ${expected}, nothing is there` : `expected ${expected}`)

/** What a shape expects, in words. */
export const expected = (shape: Shape): string => {
  if (typeof shape === "string") return scalars[shape].expected
  switch (shape.is) {
    case "words":
      return shape.words.map((word) => JSON.stringify(word)).join(" or ")
    case "otherWords":
      return `a word other than ${shape.words.join(", ")}`
    case "list":
      return "a list"
    case "choice":
      return shape.of.map(expected).join(" or ")
    case "orNull":
      return `${expected(shape.of)} or null`
    case "nullAs":
    case "alias":
      return expected(shape.of)
    default:
      return "an object"
  }
}
