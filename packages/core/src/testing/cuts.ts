/** Ways to cut bytes into chunks, since a pipe may cut them anywhere. */

/** The bytes in chunks of `size`. Throws a RangeError for a size that is not positive. */
export const chunksOf = (bytes: Uint8Array, size: number): ReadonlyArray<Uint8Array> => {
  if (!(size > 0)) throw new RangeError(`size must be positive, got ${size}`)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
}

/** Every way to cut the bytes in two, once at each place between two bytes. */
export const everyCut = (bytes: Uint8Array): ReadonlyArray<readonly [Uint8Array, Uint8Array]> =>
  Array.from({ length: Math.max(0, bytes.length - 1) }, (_, i) => [bytes.subarray(0, i + 1), bytes.subarray(i + 1)])
