/**
 * Content of many blocks that can't be joined (images, text with annotations). A copied array a chunk would cost more the
 * longer the content is, so past a few blocks it is kept as a list that shares what came before.
 */
import type { ContentBlock } from "@rxacp/core"
import { joined } from "./content.ts"

/** From how many blocks on content is kept as a list. */
const MIN_LENGTH = 32

/** A list of blocks: the last one and all before it. */
export class BlockList {
  readonly #before: BlockList | undefined
  readonly #block: ContentBlock
  readonly #length: number
  #array: ReadonlyArray<ContentBlock> | undefined

  private constructor(before: BlockList | undefined, block: ContentBlock) {
    this.#before = before
    this.#block = block
    this.#length = before === undefined ? 1 : before.#length + 1
  }

  /** The list of content that is long; undefined for what is short. */
  static ifLong(content: ReadonlyArray<ContentBlock>): BlockList | undefined {
    if (content.length < MIN_LENGTH) return undefined
    let list: BlockList | undefined
    for (const block of content) list = new BlockList(list, block)
    return list
  }

  /** This list and one more block, joined with the last where that can be. */
  with(block: ContentBlock): BlockList {
    const last = joined(this.#block, block)
    return last === undefined ? new BlockList(this, block) : new BlockList(this.#before, last)
  }

  /** The blocks in order; made when somebody first reads them. */
  toArray(): ReadonlyArray<ContentBlock> {
    if (this.#array !== undefined) return this.#array
    const blocks = new Array<ContentBlock>(this.#length)
    for (let rest: BlockList | undefined = this; rest !== undefined; rest = rest.#before) {
      blocks[rest.#length - 1] = rest.#block
    }
    this.#array = blocks
    return blocks
  }
}
