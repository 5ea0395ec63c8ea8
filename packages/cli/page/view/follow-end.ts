/** Keeps the end of the conversation in sight while it grows, unless the user has scrolled away from it. */

/** Within this many pixels of the end the user counts as being there. */
const NEAR = 48

/** Follows the end of `content` in its `scroller`: upward scrolling stops it, coming back to the end starts it again. */
export const followEnd = (scroller: HTMLElement, content: HTMLElement): void => {
  let following = true
  let top = 0
  scroller.addEventListener("scroll", () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller
    if (scrollHeight - scrollTop - clientHeight < NEAR) following = true
    else if (scrollTop < top) following = false
    top = scrollTop
  })
  // Sizes also change without a rendering of ours: what comes into sight gets its real one.
  const observer = new ResizeObserver(() => {
    if (following) scroller.scrollTop = scroller.scrollHeight
  })
  observer.observe(content)
  observer.observe(scroller)
}
