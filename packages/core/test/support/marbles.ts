/** Marble diagrams under vitest, by the helper that the test kit ships. */
import { marblesWith } from "@rxacp/core/testing"
import { expect } from "vitest"

/** Makes a test body out of a marble test; a mismatch prints vitest's own diff. */
export const marbles = marblesWith((actual, expected) => expect(actual).toEqual(expected))
