/** Makes elements without markup, so that no text is ever read as HTML. */

type Child = Node | string | undefined

/** An element with attributes and children. `undefined` leaves an attribute or a child out, `true` makes a bare attribute. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value)
  }
  made.append(...children.filter((child) => child !== undefined))
  return made
}

/** The element with an id that the page itself has; throws when it is missing or of another kind. */
export const byId = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new TypeError(`the page has no ${kind.name} #${id}`)
}
