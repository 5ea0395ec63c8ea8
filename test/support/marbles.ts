/** Marble diagrams under vitest. */
import { type RunHelpers, TestScheduler } from "rxjs/testing"
import { expect } from "vitest"

/** Makes a test body out of a marble test; a mismatch prints vitest's own diff. */
export const marbles = (body: (helpers: RunHelpers) => void) => (): void =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(body)
