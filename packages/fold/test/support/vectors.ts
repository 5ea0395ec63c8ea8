/** The vectors that the package ships, as our tests read them. */
import type { FoldInput, SerializedSession, SessionOptions } from "@rxacp/fold"
import file from "../../fold.vectors.json" with { type: "json" }

/** One step: what is folded, and what the state is then. */
export interface VectorStep {
  readonly fold: FoldInput
  /** The same state comes back. */
  readonly same?: true
  /** The fields in which the state, as serialised, differs from an empty session's. */
  readonly state?: Partial<SerializedSession>
}

/** A rule in an example. */
export interface Vector {
  readonly rule: string
  readonly name: string
  /** Options of the empty session it starts from. */
  readonly start?: SessionOptions
  readonly steps: ReadonlyArray<VectorStep>
}

/** All of them. Some hold, on purpose, what the types do not allow: agents write it. */
export const vectors = file.vectors as unknown as ReadonlyArray<Vector>
