/** What decoding comes to: a value or the reason why there is none, as plain tagged objects. */

/** A success or a failure, distinguished by `_tag`. The tags and keys are those of Effect's `Result`. */
export type Result<Value, Reason> =
  | { readonly _tag: "Success"; readonly success: Value }
  | { readonly _tag: "Failure"; readonly failure: Reason }

/** The result that holds a value. */
export const succeed = <Value>(success: Value): Result<Value, never> => ({ _tag: "Success", success })

/** The result that says why there is no value. */
export const fail = <Reason>(failure: Reason): Result<never, Reason> => ({ _tag: "Failure", failure })

/** The value of a success; throws what a failure becomes, by default the reason itself. */
export const orThrow = <Value, Reason>(
  result: Result<Value, Reason>,
  thrown: (reason: Reason) => unknown = (reason) => reason
): Value => {
  if (result._tag === "Success") return result.success
  throw thrown(result.failure)
}
