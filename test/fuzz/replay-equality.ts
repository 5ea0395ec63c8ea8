/** A replay of the journal gives the events of the live run. */

import { eventToJson, type SessionEvent } from "@rxacp/core"
import { type JournalRecord, replayJournal } from "@rxacp/core/journal"
import { lastValueFrom, toArray } from "rxjs"
import type { WatchedSession } from "./model-host.ts"

/** What was live: the sessions, and how many events each had had when the journal failed, if it did. */
export interface LiveRun {
  readonly sessions: ReadonlyArray<WatchedSession>
  readonly beforeFailure: ReadonlyMap<WatchedSession, number> | undefined
}

/** Where the replay differs from the live run; of a journal that failed, the replay begins with the events until then. */
export const replayDifferences = async (
  records: ReadonlyArray<JournalRecord>,
  { sessions, beforeFailure }: LiveRun
): Promise<ReadonlyArray<string>> => {
  const replayed = await lastValueFrom(replayJournal(records).pipe(toArray()))
  return sessions.flatMap((watched) => {
    const first = watched.events[0]?.n ?? 1
    const again = firstLife(replayed.filter(({ sessionId }) => sessionId === watched.session.id)).filter(
      ({ n }) => n >= first
    )
    return beforeFailure === undefined
      ? difference(watched.events, again)
      : difference(watched.events.slice(0, beforeFailure.get(watched) ?? 0), again, true)
  })
}

/** Of a session that was closed and came up again under its id, the events before that: the host watched those. */
const firstLife = (events: ReadonlyArray<SessionEvent>): ReadonlyArray<SessionEvent> => {
  const again = events.findIndex(({ n }, at) => at > 0 && n === 1)
  return again === -1 ? events : events.slice(0, again)
}

const difference = (
  live: ReadonlyArray<SessionEvent>,
  replayed: ReadonlyArray<SessionEvent>,
  beginning = false
): ReadonlyArray<string> => {
  const compared = beginning ? live.length : Math.max(live.length, replayed.length)
  for (let at = 0; at < compared; at++) {
    const [one, other] = [textOf(live[at]), textOf(replayed[at])]
    if (one !== other) return [`the replay differs at event ${at}: ${short(one)} live, ${short(other)} replayed`]
  }
  return []
}

const short = (text: string): string => text.slice(0, 300)

/** Everything about an event; of one that JSON can't hold, since it is too deep, where it stands. */
const textOf = (event: SessionEvent | undefined): string => {
  if (event === undefined) return "nothing"
  try {
    return JSON.stringify(eventToJson(event))
  } catch {
    const { _tag, sessionId, epoch, n, seq } = event
    return JSON.stringify({ _tag, sessionId, epoch, n, seq, phase: "phase" in event ? event.phase : undefined })
  }
}
