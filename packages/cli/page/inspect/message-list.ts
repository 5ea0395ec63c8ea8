/** The list of messages: only the rows that are seen exist, however many there are. */
import type { Entry } from "../../src/inspect/traffic/entry.ts"
import { element } from "../element.ts"

/** Height of a row in pixels; the style sheet has the same. */
const ROW = 26
/** Tallest that a browser lays out well, in pixels; past it the list is scrolled in larger steps. */
const TALLEST = 8_000_000

/** What the list needs of its page. */
export interface ListDeps {
  /** Asks for rows; the answer comes by `show`. */
  readonly want: (from: number, count: number) => void
  /** A message was chosen, by a click or by the keyboard. */
  readonly choose: (entry: Entry) => void
}

/** The list, driven by the page. */
export interface MessageList {
  /** Says how many rows there are; while its end is seen, the list stays there. */
  readonly total: (count: number) => void
  readonly show: (from: number, rows: ReadonlyArray<Entry>) => void
  /** The filters have changed. */
  readonly refresh: () => void
  /** There may be more rows, or more may be known of those that are seen. */
  readonly refreshRows: () => void
}

const clock = (at: number): string => new Date(at).toISOString().slice(11, 23)
const arrows: Readonly<Record<Entry["from"], string>> = {
  client: "client →",
  agent: "← agent",
  stderr: "stderr",
  process: "process"
}

/** Text without marks that turn its direction or hide in it. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, " ")

/** Makes the list in `container`. */
export const messageList = (container: HTMLElement, { want, choose }: ListDeps): MessageList => {
  const space = element("div", { class: "space" })
  const rows = element("div", { class: "rows" })
  container.append(space)
  space.append(rows)
  let count = 0
  let shown: ReadonlyArray<Entry> = []
  let from = 0
  let active = -1
  let following = true

  const visible = (): number => Math.ceil(container.clientHeight / ROW) + 1
  const height = (): number => Math.min(count * ROW, TALLEST)
  /** Rows are placed by their share of the list, since a list of all of them could be too tall to lay out. */
  const firstSeen = (): number => {
    const room = height() - container.clientHeight
    if (room <= 0) return 0
    const most = Math.max(0, count - Math.floor(container.clientHeight / ROW))
    return Math.min(most, Math.round((container.scrollTop / room) * most))
  }
  const ask = (): void => want(firstSeen(), visible())

  const scrollTo = (row: number): void => {
    const most = Math.max(1, count - Math.floor(container.clientHeight / ROW))
    container.scrollTop = (Math.min(row, most) / most) * (height() - container.clientHeight)
  }

  const rowOf = (entry: Entry, place: number): HTMLElement => {
    const marks = entry.marks.map(({ kind }) => element("span", { class: "mark" }, kind))
    const what = [entry.method, entry.about].filter((part) => part !== undefined && part !== "").join(" · ")
    const row = element(
      "div",
      {
        class: `row ${entry.from} ${entry.kind}`,
        role: "option",
        id: `row-${place}`,
        "aria-selected": String(place === active),
        "aria-setsize": String(count),
        "aria-posinset": String(place + 1)
      },
      element("span", { class: "time" }, clock(entry.at)),
      element("span", { class: "from" }, arrows[entry.from]),
      element("span", { class: "what" }, ...marks, plain(`${entry.kind} ${what}`)),
      element("span", { class: "id" }, plain(entry.id ?? "")),
      element("span", { class: "size" }, `${entry.bytes}`),
      element("span", { class: "took" }, entry.latency === undefined ? "" : `${entry.latency} ms`)
    )
    row.addEventListener("click", () => activate(place, entry))
    return row
  }

  const draw = (): void => {
    rows.style.transform = `translateY(${container.scrollTop}px)`
    rows.replaceChildren(...shown.map((entry, index) => rowOf(entry, from + index)))
    if (active >= from && active < from + shown.length) container.setAttribute("aria-activedescendant", `row-${active}`)
    else container.removeAttribute("aria-activedescendant")
  }

  const activate = (place: number, entry: Entry): void => {
    active = place
    draw()
    choose(entry)
  }

  let wanted: number | undefined
  const move = (to: number): void => {
    wanted = Math.max(0, Math.min(count - 1, to))
    const inView = wanted >= from && wanted < from + Math.floor(container.clientHeight / ROW)
    if (!inView) scrollTo(wanted < from ? wanted : wanted - Math.floor(container.clientHeight / ROW) + 1)
    const entry = shown[wanted - from]
    if (inView && entry !== undefined) activate(wanted, entry)
    else ask()
  }

  const page = (): number => Math.max(1, Math.floor(container.clientHeight / ROW) - 1)
  const keys: Readonly<Record<string, () => number>> = {
    ArrowDown: () => active + 1,
    ArrowUp: () => active - 1,
    PageDown: () => active + page(),
    PageUp: () => active - page(),
    Home: () => 0,
    End: () => count - 1
  }
  container.addEventListener("keydown", (event) => {
    const to = keys[event.key]?.()
    if (to === undefined) return
    event.preventDefault()
    following = event.key === "End"
    move(to)
  })
  container.addEventListener("scroll", () => {
    following = container.scrollTop >= height() - container.clientHeight - ROW
    ask()
  })
  new ResizeObserver(ask).observe(container)

  return {
    total: (next) => {
      if (next === count) return
      count = next
      space.style.height = `${height()}px`
      if (following) container.scrollTop = height()
      ask()
    },
    show: (first, next) => {
      from = first
      shown = next
      draw()
      const entry = wanted === undefined ? undefined : shown[wanted - from]
      if (wanted === undefined || entry === undefined) return
      const place = wanted
      wanted = undefined
      activate(place, entry)
    },
    refresh: () => {
      active = -1
      ask()
    },
    refreshRows: ask
  }
}
