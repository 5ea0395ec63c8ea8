import type { SessionEvent } from "@rxacp/core"
import {
  type Followed,
  followSession,
  formatPosition,
  memoryLog,
  parsePosition,
  positionOf,
  publishSession,
  pullSession,
  type SessionLog
} from "@rxacp/core/log"
import { emptyFollowed, emptySession, foldFollowed, foldSession, serializeSession, sessionSnapshots } from "@rxacp/fold"
import { firstValueFrom, Subject, take, toArray } from "rxjs"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

const chunk = (n: number, epoch = 1): SessionEvent => ({
  _tag: "Update",
  sessionId: "s",
  epoch,
  n,
  seq: n,
  phase: "between",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: `${n} ` }, messageId: "m" }
})

const events = (from: number, to: number): ReadonlyArray<SessionEvent> =>
  Array.from({ length: to - from + 1 }, (_, index) => chunk(from + index))

const folded = (all: ReadonlyArray<SessionEvent>) => serializeSession(all.reduce(foldSession, emptySession()))

/** What a follower that stops at the end has folded. */
const seen = async (log: SessionLog, after?: string): Promise<ReadonlyArray<Followed>> => {
  const position = after === undefined ? undefined : parsePosition(after)
  const options = position === undefined ? {} : { after: position }
  return firstValueFrom(followSession(log, "s", { ...options, follow: false }).pipe(toArray()))
}

const publishing = (log: SessionLog, options: Parameters<typeof publishSession>[2] = {}) => {
  const source = new Subject<SessionEvent>()
  const publication = publishSession({ id: "s", events: source }, log, { fold: sessionSnapshots, ...options } as never)
  return {
    publication,
    end: () => source.complete(),
    push: (...all: ReadonlyArray<SessionEvent>) => {
      for (const event of all) source.next(event)
    }
  }
}

describe("a published session", () => {
  it("a follower gets the events with their positions in the log, and ends with the session", async () => {
    const log = memoryLog()
    const { push, end, publication } = publishing(log)
    const following = firstValueFrom(followSession(log, "s").pipe(toArray()))
    push(...events(1, 3))
    end()
    expect(await publication.ended).toEqual({})
    const values = await following
    expect(values.map(({ _tag }) => _tag)).toEqual(["Update", "Update", "Update", "SessionClosed"])
    expect(values.map((value) => formatPosition(positionOf(value) ?? { epoch: 0, n: 0 }))).toEqual([
      "1-1",
      "1-2",
      "1-3",
      "1-4"
    ])
  })

  it("a followed session folds to the same state from any position", async () => {
    const log = memoryLog()
    const { push, publication } = publishing(log, { snapshotEvery: 10 })
    push(...events(1, 57))
    await publication.flushed()
    const whole = (await seen(log)).reduce(foldFollowed, emptyFollowed())
    expect(serializeSession(whole.session)).toEqual(folded(events(1, 57)))
    expect((await seen(log))[0]).toMatchObject({ _tag: "Snapshot" })
    for (let cut = 0; cut < 57; cut++) {
      const head = events(1, cut).reduce(foldFollowed, emptyFollowed())
      const all = (await seen(log, `1-${cut}`)).reduce(foldFollowed, head)
      expect(serializeSession(all.session)).toEqual(folded(events(1, 57)))
    }
    await publication.release()
  })

  it("a published session keeps ids that JSON numbers can't hold", async () => {
    const log = memoryLog()
    const { push, publication } = publishing(log)
    const id = 2n ** 60n
    push({
      _tag: "PermissionResolved",
      sessionId: "s",
      epoch: 1,
      n: 1,
      id,
      outcome: { outcome: "cancelled" },
      by: "cancel"
    })
    await publication.release()
    expect(await seen(log)).toContainEqual(expect.objectContaining({ _tag: "Snapshot" }))
    expect(await seen(log, "0-0")).toContainEqual(expect.objectContaining({ id }))
  })

  it("an event that is nested too deep for JSON is published as unreadable, and publishing goes on", async () => {
    const log = memoryLog()
    const { push, publication } = publishing(log)
    let raw: unknown = 1
    for (let depth = 0; depth < 100_000; depth++) raw = [raw]
    push({ _tag: "UnknownUpdate", sessionId: "s", epoch: 1, n: 1, phase: "turn", sessionUpdate: "x", raw }, chunk(2))
    await publication.release()
    expect((await seen(log, "0-0")).map(({ _tag }) => _tag)).toEqual(["InvalidUpdate", "Update"])
  })

  it("publishing is rejected once another host publishes the session, whose events follow", async () => {
    const log = memoryLog()
    const old = publishing(log)
    old.push(chunk(1))
    await old.publication.flushed()
    const next = publishing(log)
    await next.publication.writer
    old.push(chunk(2))
    expect(await old.publication.ended).toMatchObject({ failure: { _tag: "LogFenced", epoch: 1, current: 2 } })
    next.push(chunk(1, 9))
    await next.publication.flushed()
    expect((await seen(log, "0-0")).map(positionOf)).toEqual([
      { epoch: 1, n: 1 },
      { epoch: 2, n: 1 }
    ])
    await next.publication.release()
  })

  it("publishing goes on from the state that earlier hosts have left", async () => {
    const log = memoryLog()
    for (let host = 0; host < 3; host++) {
      const { push, publication } = publishing(log)
      push(...events(host * 5 + 1, host * 5 + 5))
      await publication.release()
    }
    const [snapshot, ...rest] = await seen(log)
    expect(rest).toEqual([])
    expect(snapshot).toMatchObject({ _tag: "Snapshot", at: { epoch: 3, n: 5 } })
    const { session } = [snapshot as Followed].reduce(foldFollowed, emptyFollowed())
    expect(serializeSession(session)).toEqual(folded(events(1, 15)))
  })

  it("publishing writes and folds what the redact hook leaves of events", async () => {
    const log = memoryLog()
    const { push, publication } = publishing(log, {
      redact: (event) =>
        event._tag === "Update" ? { ...chunk(event.n), update: { sessionUpdate: "plan", entries: [] } } : event
    })
    push(...events(1, 3))
    await publication.release()
    expect(JSON.stringify([await seen(log), await seen(log, "0-0")])).not.toContain("agent_message_chunk")
  })

  it("publishing overflows when the log is too slow and there is no flow to hold", async () => {
    const log = memoryLog()
    const { push, publication } = publishing({ ...log, open: () => new Promise(() => {}) }, { maxQueuedBytes: 1000 })
    push(...events(1, 20))
    const opened = memoryLog()
    const slow = publishing(opened, { maxQueuedBytes: 1000 })
    slow.push(...events(1, 20))
    expect(await slow.publication.ended).toMatchObject({ failure: { _tag: "BufferOverflow", limit: 1000 } })
    expect((await seen(opened, "0-0")).map(({ _tag }) => _tag)).not.toContain("SessionClosed")
    void publication
  })

  it("publishing holds the flow while too much waits, and loses nothing", async () => {
    const log = memoryLog()
    let held = 0
    const flow = {
      hold: () => {
        held++
        return () => {
          held--
        }
      }
    }
    const { push, publication } = publishing(log, { maxQueuedBytes: 1000, flow: flow as never })
    push(...events(1, 20))
    expect(held).toBe(1)
    await publication.flushed()
    expect(held).toBe(0)
    expect(await seen(log, "0-0")).toHaveLength(20)
    await publication.release()
  })
})

describe("retention", () => {
  it("retention drops what snapshots hold, and a follower behind it gets a gap and then the snapshot", async () => {
    const log = memoryLog()
    const { push, publication } = publishing(log, { snapshotEvery: 10, keep: { entries: 20 } })
    for (let n = 1; n <= 600; n++) {
      push(chunk(n))
      if (n % 5 === 0) await publication.flushed()
    }
    const late = await seen(log)
    expect(late[0]).toMatchObject({ _tag: "Snapshot" })
    expect(late.length).toBeLessThan(100)
    const behind = await seen(log, "1-3")
    expect(behind[0]).toMatchObject({ _tag: "Gap", from: { epoch: 1, n: 3 } })
    expect(behind[1]).toMatchObject({ _tag: "Snapshot" })
    for (const values of [late, behind]) {
      const state = values.reduce(foldFollowed, emptyFollowed())
      expect(serializeSession(state.session)).toEqual(folded(events(1, 600)))
      expect(state.gap).toBeNull()
    }
    await publication.release()
  })

  it("retention without snapshots leaves the gap in the state", async () => {
    const log = memoryLog()
    const { push, publication } = publishing(log, {
      fold: undefined,
      snapshotEvery: 10,
      keep: { entries: 20 }
    } as never)
    for (let n = 1; n <= 100; n += 10) {
      push(...events(n, n + 9))
      await publication.flushed()
    }
    const values = await seen(log)
    expect(values[0]).toMatchObject({ _tag: "Gap", from: { epoch: 0, n: 0 } })
    expect(values.reduce(foldFollowed, emptyFollowed()).gap).toMatchObject({ from: { epoch: 0, n: 0 } })
    await publication.release()
  })
})

describe("the lease of a publisher", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("followers see a lost host once its lease has run out, and the next host", async () => {
    const log = memoryLog()
    const writer = await log.open("s")
    await writer.append(1, [JSON.stringify(chunk(1))])
    await writer.renew(15_000)
    const values: Followed[] = []
    const following = followSession(log, "s").subscribe((value) => values.push(value))
    await vi.advanceTimersByTimeAsync(14_900)
    expect(values.map(({ _tag }) => _tag)).toEqual(["Update"])
    await vi.advanceTimersByTimeAsync(200)
    expect(values.slice(1)).toEqual([{ _tag: "ProducerLost", epoch: 1 }])
    await vi.advanceTimersByTimeAsync(100_000)
    expect(values).toHaveLength(2)
    const state = values.reduce(foldFollowed, emptyFollowed())
    expect(state.producer).toBe("lost")
    const next = await log.open("s")
    await next.renew(15_000)
    await next.append(1, [JSON.stringify(chunk(2))])
    await vi.advanceTimersByTimeAsync(10)
    expect(values.slice(2).map(({ _tag }) => _tag)).toEqual(["Update"])
    expect(values.slice(2).reduce(foldFollowed, state).producer).toBe("live")
    await vi.advanceTimersByTimeAsync(15_100)
    expect(values.slice(3)).toEqual([{ _tag: "ProducerLost", epoch: 2 }])
    following.unsubscribe()
  })

  it("a lease is renewed as long as the host lives, also while nothing happens", async () => {
    const log = memoryLog()
    const { push, publication } = publishing(log)
    push(chunk(1))
    const values: Followed[] = []
    const following = followSession(log, "s").subscribe((value) => values.push(value))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(values.map(({ _tag }) => _tag)).toEqual(["Update"])
    await publication.release()
    await vi.advanceTimersByTimeAsync(15_100)
    expect(values.map(({ _tag }) => _tag)).toEqual(["Update", "ProducerLost"])
    following.unsubscribe()
  })

  it("a host counts as lost only after everything that it had written was delivered", async () => {
    const log = memoryLog()
    const writer = await log.open("s")
    await writer.append(
      1,
      events(1, 2000).map((event) => JSON.stringify(event))
    )
    const tags: string[] = []
    const following = followSession(log, "s").subscribe(({ _tag }) => tags.push(_tag))
    await vi.advanceTimersByTimeAsync(100)
    expect(tags).toHaveLength(2001)
    expect(tags.at(-1)).toBe("ProducerLost")
    following.unsubscribe()
  })
})

describe("a follower", () => {
  it("a follower that pulls reads nothing before it asks", async () => {
    const log = memoryLog()
    let reads = 0
    const counted: SessionLog = {
      ...log,
      read: (key, options) => {
        const reader = log.read(key, options)[Symbol.asyncIterator]()
        return {
          [Symbol.asyncIterator]: () => ({
            next: () => {
              reads++
              return reader.next()
            }
          })
        }
      }
    }
    const writer = await log.open("s")
    await writer.append(
      1,
      events(1, 2000).map((event) => JSON.stringify(event))
    )
    const reader = pullSession(counted, "s", { follow: false })
    expect(reads).toBe(0)
    await reader.next()
    expect(reads).toBe(1)
    await reader.return(undefined)
  })

  it("a follower that unsubscribes ends its read", async () => {
    const log = memoryLog()
    let ended = false
    const watched: SessionLog = {
      ...log,
      read: async function* (key, options) {
        try {
          yield* log.read(key, options)
        } finally {
          ended = true
        }
      }
    }
    const { push, publication } = publishing(log)
    push(chunk(1))
    await firstValueFrom(followSession(watched, "s").pipe(take(1)))
    await vi.waitFor(() => expect(ended).toBe(true))
    await publication.release()
  })
})

describe("the text of a position", () => {
  it.each(["2-17", "0-0", "9007199254740991-9007199254740991"])("%s is the text of a position", (text) => {
    const position = parsePosition(text)
    expect(position && formatPosition(position)).toBe(text)
  })

  it.each(["", "2", "2-", "-17", "2-17-1", "a-b", " 2-17", "2-17\n", "9007199254740993-1", "1e3-1", "٢-١"])(
    "%j is not the text of a position",
    (text) => {
      expect(parsePosition(text)).toBeUndefined()
    }
  )
})
