/** Which seeds a run tries: `RXACP_FUZZ_SEEDS=20000` for more of them, `RXACP_FUZZ_SEED=159` for one alone. */

const DEFAULT_COUNT = 300

/** The seeds that the environment asks for. */
export const seedsOf = ({ RXACP_FUZZ_SEED: one, RXACP_FUZZ_SEEDS: count }: NodeJS.ProcessEnv): ReadonlyArray<number> =>
  one === undefined
    ? Array.from({ length: count === undefined ? DEFAULT_COUNT : integer(count) }, (_, at) => at + 1)
    : [integer(one)]

const integer = (text: string): number => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new RangeError(`not a positive integer: ${text}`)
  return number
}
