/** The check that every set of caps goes through when it is handed in. */

/**
 * Throws a `RangeError` that names the first cap that is zero, negative, `NaN` or not a number. Absent caps are fine, `Infinity` is the same as absent, and a group of caps inside is checked too.
 */
export const assertLimits = (limits: object): void => {
  for (const [name, value] of Object.entries(limits) as ReadonlyArray<[string, unknown]>) {
    if (value === undefined) continue
    if (typeof value === "object" && value !== null) assertLimits(value)
    else if (!(typeof value === "number" && value > 0)) throw new RangeError(`${name} must be over 0, not ${value}`)
  }
}
