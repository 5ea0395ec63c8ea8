/** Keeps the end of the conversation in sight while it grows, unless the user has scrolled away from it. */

/** Within this many pixels of the end the user counts as being there. */
const NEAR = 48

/** Makes a function that is called after each rendering. */
export const followEnd = (scroller: HTMLElement) => {
  let following = true
  scroller.addEventListener("scroll", () => {
    following = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR
  })
  return (): void => {
    if (following) scroller.scrollTop = scroller.scrollHeight
  }
}
