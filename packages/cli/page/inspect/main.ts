/** Starts the inspector's page. */
import {
  catchError,
  debounceTime,
  EMPTY,
  exhaustMap,
  from,
  fromEvent,
  Subject,
  startWith,
  switchMap,
  timer
} from "rxjs"
import type { Entry, MarkKind } from "../../src/inspect/traffic/entry.ts"
import { takeToken } from "../access.ts"
import { byId, element } from "../element.ts"
import { chosenView } from "./chosen-view.ts"
import { type Filters, inspectCalls } from "./inspect-calls.ts"
import { messageList } from "./message-list.ts"
import { timelineView } from "./timeline-view.ts"

/** Milliseconds between two looks at what is new. */
const PACE = 200

const marks: ReadonlyArray<MarkKind> = [
  ...(["malformed", "lenient", "unknownField", "unknownMethod", "unknownUpdate", "late", "order"] as const),
  ...(["stray", "duplicate", "unanswered", "noise", "invalid", "oversize"] as const)
]

const calls = inspectCalls(takeToken())
const form = byId("filters", HTMLFormElement)
const counts = byId("counts", HTMLElement)
const sessions = byId("filter-session", HTMLSelectElement)
const choose = chosenView(calls)
const wanted = new Subject<{ readonly from: number; readonly count: number }>()
const list = messageList(byId("list", HTMLElement), {
  want: (from, count) => wanted.next({ from, count }),
  choose: (entry) => void choose(entry)
})
const showTimeline = timelineView(byId("timeline", HTMLElement), (place) => {
  void calls.message(place).then(({ entry }) => entry && choose(entry))
})

byId("filter-marked", HTMLSelectElement).append(...marks.map((kind) => element("option", { value: kind }, kind)))

const filters = (): Filters =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)] as const))

const lost = (error: unknown) => {
  counts.textContent = error instanceof Error ? error.message : String(error)
  return EMPTY
}

wanted
  .pipe(
    switchMap(({ from: first, count }) =>
      from(calls.rows(first, count, filters())).pipe(
        catchError(lost),
        switchMap(({ total, rows }) => [{ first, total, rows }])
      )
    )
  )
  .subscribe(({ first, total, rows }: { first: number; total: number; rows: ReadonlyArray<Entry> }) => {
    list.total(total)
    list.show(first, rows)
  })

fromEvent(form, "input")
  .pipe(debounceTime(150), startWith(undefined))
  .subscribe(() => list.refresh())
form.addEventListener("submit", (event) => event.preventDefault())

timer(0, PACE)
  .pipe(exhaustMap(() => from(calls.summary()).pipe(catchError(lost))))
  .subscribe((summary) => {
    byId("command", HTMLElement).textContent = summary.command
    const text = `${summary.end} messages, ${summary.marked} with remarks`
    if (counts.textContent === text) return
    counts.textContent = text
    const known = new Set([...sessions.options].map(({ value }) => value))
    sessions.append(
      ...summary.sessions.filter((id) => !known.has(id)).map((id) => element("option", { value: id }, id))
    )
    list.refreshRows()
    void calls.timeline().then(showTimeline)
  })

const save = (id: string, as: "journal" | "trace"): void => {
  byId(id, HTMLButtonElement).addEventListener("click", async () => {
    const link = element("a", { href: URL.createObjectURL(await calls.save(as)), download: `${as}.ndjson` })
    link.click()
    URL.revokeObjectURL(link.href)
  })
}
save("save-journal", "journal")
save("save-trace", "trace")
