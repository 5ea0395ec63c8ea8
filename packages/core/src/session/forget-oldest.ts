/** Keeps a map that an agent can fill from growing without end. */

/** Removes the entry that was added first once there are more than `most`. */
export const forgetOldest = (map: Map<string, unknown>, most: number): void => {
  if (map.size <= most) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}
