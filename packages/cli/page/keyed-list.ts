/** A list of elements that follows a list of items, touching only what has changed. */

/** What shows one item. */
export interface ItemView {
  readonly element: HTMLElement
}

/** An item: its key, what it is made of, and how it is first shown and then shown anew. */
export interface Item<View extends ItemView = ItemView> {
  readonly key: string
  /** Compared one by one by identity: while all are the same the item is left alone. */
  readonly parts: ReadonlyArray<unknown>
  create(): View
  /** Gets the view that `create` made for an item of this key. A method, so that items of all kinds fit into one list. */
  update(view: View): void
}

interface Shown {
  readonly view: ItemView
  readonly parts: ReadonlyArray<unknown>
}

/**
 * Makes a function that brings `container` in line with a list of items. A view is made once for each key and updated when a
 * part of its item is another value than before, which an immutable state tells without looking inside.
 */
export const keyedList = (container: HTMLElement) => {
  let shown = new Map<string, Shown>()
  return (items: ReadonlyArray<Item>): void => {
    const next = new Map<string, Shown>()
    let place = container.firstElementChild
    for (const item of items) {
      const before = shown.get(item.key)
      const view = before?.view ?? item.create()
      if (before === undefined || before.parts.some((part, index) => part !== item.parts[index])) item.update(view)
      next.set(item.key, { view, parts: item.parts })
      shown.delete(item.key)
      if (view.element === place) place = place.nextElementSibling
      else container.insertBefore(view.element, place)
    }
    for (const { view } of shown.values()) view.element.remove()
    shown = next
  }
}
