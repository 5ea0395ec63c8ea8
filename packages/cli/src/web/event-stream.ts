/** The events of one session as a stream of server-sent events to one page. */
import type { ServerResponse } from "node:http"
import { conflate } from "@rxacp/core"
import { merge, tap } from "rxjs"
import type { LiveSession } from "./live-session.ts"
import { type Place, sseText } from "./wire.ts"

/** Frames are put together up to this many characters a write. */
const BATCH = 64 * 1024

/**
 * Sends what comes after `after`, then what happens, for as long as the page listens. A page that is slow takes the events
 * at its own pace out of the session's bounded log, or the state when it has fallen behind that; nothing is queued for it.
 */
export const streamEvents = (response: ServerResponse, live: LiveSession, after: Place | undefined): void => {
  let place = after
  let blocked = false
  let reason: string | undefined
  const changed = new Set(live.terminalIds)

  const batch = (): string => {
    let text = ""
    for (let next = live.log.next(place); next !== undefined; next = live.log.next(place)) {
      text += next.text
      place = next.place
      if (text.length >= BATCH) return text
    }
    for (const id of changed) {
      const shown = live.terminal(id)
      if (shown !== undefined) text += sseText("terminal", JSON.stringify(shown))
    }
    changed.clear()
    return text
  }

  const pump = (): void => {
    while (!blocked && !response.destroyed) {
      const text = batch()
      if (text !== "") blocked = !response.write(text)
      else {
        if (reason !== undefined) response.end(sseText("ended", JSON.stringify({ reason })))
        return
      }
    }
  }

  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  response.flushHeaders()
  response.on("drain", () => {
    blocked = false
    pump()
  })
  pump()
  const terminals = live.terminalChanged.pipe(tap((id) => changed.add(id)))
  const news = merge(live.log.appended, terminals).pipe(conflate()).subscribe(pump)
  news.add(
    live.ended.subscribe((why) => {
      reason = why
      pump()
    })
  )
  response.on("close", () => news.unsubscribe())
}
