/** Marble diagrams under any test runner. */
import { type RunHelpers, TestScheduler } from "rxjs/testing"

/**
 * Makes marble tests for a test runner, given how it compares: `marblesWith((actual, expected) =>
 * expect(actual).toEqual(expected))`. The result makes a test body out of a marble test; a mismatch prints the runner's
 * own difference. Time is virtual.
 */
export const marblesWith =
  (assertEqual: (actual: unknown, expected: unknown) => void) => (body: (helpers: RunHelpers) => void) => (): void =>
    new TestScheduler(assertEqual).run(body)
