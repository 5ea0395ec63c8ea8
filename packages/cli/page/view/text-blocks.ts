/** Cuts a growing Markdown text into blocks, so that what is finished is rendered once. */

/** A piece of a text. A `plain` one is part of a block too long to be rendered as Markdown while it grows. */
export interface TextBlock {
  readonly text: string
  readonly plain: boolean
}

/** How far a text has been cut: the open block begins at `start`, the line that is read next at `line`. */
export interface Cut {
  readonly start: number
  readonly line: number
  /** The mark of the code fence that is open. */
  readonly fence: string | undefined
  /** Whether the open block has passed the limit. */
  readonly long: boolean
}

/** Before the first block. */
export const noCut: Cut = { start: 0, line: 0, fence: undefined, long: false }

/** Longest block, in UTF-16 units, that is rendered as Markdown. */
export const MAX_BLOCK = 16_384

/** A line that goes on with what stands before a blank line: indented text, or an item of a list. */
const goesOn = /^(\s|[-+*]\s|\d{1,9}[.)]\s)/
const ENOUGH_TO_TELL = 12

/**
 * The blocks of `text` that are finished since `cut`, and the new cut. `text` must begin with the text that `cut` came from.
 * A blank line outside of a code fence ends a block, unless the line after it belongs to the same list. Joined, all blocks
 * and the rest from `start` on are the text. Each line is looked at once, however the text grows.
 */
export const cutBlocks = (text: string, cut: Cut): { readonly blocks: ReadonlyArray<TextBlock>; readonly cut: Cut } => {
  const blocks: Array<TextBlock> = []
  let { start, line, fence, long } = cut
  /** Takes the limit's worth off the front of the open block, never half of a surrogate pair. */
  const cutOff = (): void => {
    const end = start + MAX_BLOCK
    const whole = isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end
    blocks.push({ text: text.slice(start, whole), plain: true })
    start = whole
    long = true
  }
  for (let end = text.indexOf("\n", line); end >= 0; end = text.indexOf("\n", line)) {
    const content = text.slice(line, end)
    const nextFence = fenceAfter(fence, content)
    if (fence === undefined && nextFence === undefined && content.trim() === "") {
      const following = text.slice(end + 1, end + 1 + ENOUGH_TO_TELL)
      if (following.length < ENOUGH_TO_TELL && !following.includes("\n")) break
      if (!goesOn.test(following)) {
        blocks.push({ text: text.slice(start, end + 1), plain: long })
        start = end + 1
        long = false
      }
    }
    fence = nextFence
    line = end + 1
    while (line - start > MAX_BLOCK) cutOff()
  }
  while (text.length - start > MAX_BLOCK) cutOff()
  return { blocks, cut: { start, line, fence, long } }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

/** The fence that is open after a line. */
const fenceAfter = (fence: string | undefined, line: string): string | undefined => {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
  if (fence === undefined) return mark
  const closes = mark?.startsWith(fence) && line.trim() === mark
  return closes ? undefined : fence
}
