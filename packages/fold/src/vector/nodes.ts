/**
 * The tree under a vector: leaves of 32 elements below branches of 32 nodes, so that reading or replacing one element
 * touches one node a level. Nodes are plain arrays that are never written to once they are shared.
 */

const BITS = 5
const MASK = 31

/** The elements of a leaf, or the nodes under a branch: 32 at most. */
export type Node = ReadonlyArray<unknown>

/** How many elements a leaf holds, and how many nodes a branch. */
export const WIDTH = 32

const replaced = (node: Node, slot: number, value: unknown): Node => {
  const copy = node.slice()
  copy[slot] = value
  return copy
}

/** The leaf that holds the element at `index`; `levels` is the number of branch levels above the leaves. */
export const leafAt = (root: Node, levels: number, index: number): Node => {
  let node = root
  for (let shift = levels * BITS; shift > 0; shift -= BITS) node = node[(index >>> shift) & MASK] as Node
  return node
}

/** The tree with `leaf` as the one that holds `index`; the leaf may be the next one after the last. */
export const withLeaf = (root: Node, levels: number, index: number, leaf: Node): Node => {
  if (levels === 0) return leaf
  const slot = (index >>> (levels * BITS)) & MASK
  const child = (root[slot] ?? []) as Node
  return replaced(root, slot, withLeaf(child, levels - 1, index, leaf))
}

/** Whether a tree of so many levels has a place for the leaf that starts at `index`. */
export const hasRoomFor = (levels: number, index: number): boolean => index >>> ((levels + 1) * BITS) === 0

/** The leaf with `value` in place of the element at `index`, or after its last one. */
export const withElement = (leaf: Node, index: number, value: unknown): Node => replaced(leaf, index & MASK, value)
