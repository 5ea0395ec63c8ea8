/** The rules of the fold, from the vectors that other languages can use as well. */
import { emptySession, foldSession, restoreSession, type SerializedSession, type SessionState } from "@rxacp/fold"
import { describe, expect, it } from "vitest"
import { asJson } from "./support/as-json.ts"
import { deepFreeze } from "./support/deep-freeze.ts"
import { type Vector, vectors } from "./support/vectors.ts"

/** `openFrom` only spares this implementation a search, so the vectors leave it out. */
const expected = (fields: Partial<SerializedSession>) => ({
  ...asJson(emptySession()),
  ...fields,
  openFrom: expect.any(Number)
})

/** Plays a vector over frozen states; `between` may swap each state for one that should fold on alike. */
const play = ({ start, steps }: Vector, between = (state: SessionState) => state) => {
  let state = between(deepFreeze(emptySession(start)))
  for (const { fold, same, state: fields } of steps) {
    const next = deepFreeze(foldSession(state, deepFreeze(fold)))
    if (same) expect(next).toBe(state)
    if (fields) expect(asJson(next)).toEqual(expected(fields))
    state = between(next)
  }
}

describe.each(vectors)("$rule: $name", (vector) => {
  it("folds as the vector says", () => play(vector))

  it("folds on alike from a serialised state", () => play(vector, (state) => restoreSession(asJson(state))))

  it("folds on alike from a structured clone", () => play(vector, (state) => structuredClone(state)))
})

it("every vector states something", () => {
  const silent = vectors.filter(({ steps }) => !steps.some(({ same, state }) => same || state))
  expect(silent.map(({ name }) => name)).toEqual([])
})
