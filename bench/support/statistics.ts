/** The few statistics that the benchmarks need. */

/** The value below which the share `q` (0 to 1) of the values lies; NaN for none. */
export const quantile = (values: ReadonlyArray<number>, q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))] ?? Number.NaN

/** The value in the middle. */
export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

/** All of `names` from the given place on and then those before it, so that in each round another one is first. */
export const rotated = <Name>(names: ReadonlyArray<Name>, by: number): ReadonlyArray<Name> => [
  ...names.slice(by % names.length),
  ...names.slice(0, by % names.length)
]
