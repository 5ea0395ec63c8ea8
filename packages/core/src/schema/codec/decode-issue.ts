/** What lenient decoding reports. */

/** Something that leniency did to a value while decoding it. */
export interface DecodeIssue {
  /** Where, from the root of what was decoded. */
  readonly path: ReadonlyArray<string | number>
  /** A value or list item left out, a default put in its place, an unknown enum word, or a field read under another name. */
  readonly kind: "dropped" | "defaulted" | "unknownWord" | "alias"
  /** What stood on the wire. */
  readonly raw: unknown
}
