/** What is wrong with a journal, and where. */
import * as fc from "fast-check"
import { from } from "rxjs"
import { describe, expect, it } from "vitest"
import { type JournalRecord, type OnDamage, replayJournal } from "../../src/replay/index.ts"
import { record, wire } from "../support/wire.ts"

/** The records of a run with a turn, a permission and an answer. */
const recorded = async (): Promise<ReadonlyArray<JournalRecord>> => {
  const records: Array<JournalRecord> = []
  const journal = { append: (batch: ReadonlyArray<JournalRecord>) => void records.push(...batch) }
  const agent = wire({ transport: { journal, epoch: 3 } })
  const { session } = await agent.open()
  record(session.prompt("go"))
  agent.text("one")
  agent.say({
    jsonrpc: "2.0",
    id: "p",
    method: "session/request_permission",
    params: { sessionId: "s1", toolCall: { toolCallId: "t" }, options: [] }
  })
  agent.text("two")
  return JSON.parse(JSON.stringify(records))
}

const replay = (records: ReadonlyArray<unknown>, onDamage?: OnDamage) =>
  record(replayJournal(records as ReadonlyArray<JournalRecord>, onDamage === undefined ? {} : { onDamage }))

const failedAt = (place: number, reason: RegExp) =>
  expect.objectContaining({ _tag: "JournalFailed", record: place, reason: expect.stringMatching(reason) })

describe("a journal with damage", () => {
  it("a journal without damage replays without an error", async () => {
    const records = await recorded()
    const { error, completed, values } = replay([...records, { direction: "torn", line: 9, text: "{" }])
    expect([error, completed]).toEqual([undefined, true])
    expect(values.length).toBeGreaterThan(4)
  })

  it("a missing record is reported as a gap", async () => {
    const records = await recorded()
    for (let missing = 0; missing < records.length - 1; missing++) {
      const rest = records.filter((_, place) => place !== missing)
      expect(replay(rest).error).toEqual(failedAt(missing + 1, /^n is \d+, expected \d+$/))
    }
  })

  it("is said to be bad where a member has a value that no recorder writes", async () => {
    const records = await recorded()
    const bad: ReadonlyArray<readonly [string, (r: JournalRecord) => unknown]> = [
      ["no object", () => 7],
      ["a list", () => []],
      ["n as text", (r) => ({ ...r, n: String(r.n) })],
      ["no epoch", (r) => ({ ...r, epoch: 0 })],
      ["another direction", (r) => ({ ...r, direction: "up" })],
      ["no content", (r) => ({ ...r, text: undefined, decision: undefined })],
      ["a getter that throws", (r) => Object.defineProperty({ ...r }, "n", { get: () => broken() })]
    ]
    for (const [, damage] of bad) {
      for (const [place, good] of records.entries()) {
        const damaged = records.with(place, damage(good) as JournalRecord)
        expect(replay(damaged).error).toEqual(failedAt(place + 1, /./))
        expect(replay(damaged, "skip").completed).toBe(true)
      }
    }
  })

  it.each([
    ["a decision of no known type", { type: "guess" }, /type/],
    ["a failure that is none", { type: "ended", failure: { _tag: "Nope", message: "m" } }, /failure/],
    ["a prompt that is no list", { type: "turnStarted", sessionId: "s", turn: 1, requestId: 1, prompt: "x" }, /prompt/],
    ["a turn of no number", { type: "turnStarted", sessionId: "s", turn: 0, requestId: 1, prompt: [] }, /turn/]
  ])("is said to have %s", async (_, decision, reason) => {
    const connected = { n: 1, epoch: 1, direction: "local", after: 0, decision: { type: "connected", limits: {} } }
    const damaged = [connected, { n: 2, epoch: 1, direction: "local", after: 0, decision }]
    expect(replay(damaged).error).toEqual(failedAt(2, reason))
  })

  it.each([
    ["text that is no base64", { base64: "*" }, /base64/],
    ["text and base64", { text: "x", base64: "eA==" }, /no line, or more than one/],
    ["no line at all", {}, /no line, or more than one/],
    ["a marker without a limit", { oversize: { bytes: 1, head: "", tail: "" } }, /limit/]
  ])("is said to have an incoming record with %s", (_, content, reason) => {
    expect(replay([{ n: 1, epoch: 1, direction: "in", seq: 1, chunk: 1, ...content }]).error).toEqual(
      failedAt(1, reason)
    )
  })

  it("is said to have a gap in the lines, also where the numbers of its records have none", () => {
    const line = (n: number, seq: number) => ({ n, epoch: 1, direction: "in", seq, chunk: 1, text: "x" })
    expect(replay([line(1, 1), line(2, 3)]).error).toEqual(failedAt(2, /^seq is 3, expected 2$/))
  })

  it("the records are counted separately for each of two readers", async () => {
    const records = await recorded()
    const events = replayJournal(from(records))
    expect([record(events).completed, record(events).completed]).toEqual([true, true])
  })

  it("law: whatever value a record is replaced by ends the replay with a typed failure or not at all", async () => {
    const records = await recorded()
    const place = fc.nat(records.length - 1)
    fc.assert(
      fc.property(place, fc.anything(), fc.constantFrom("fail" as const, "skip" as const), (at, value, onDamage) => {
        const { error, completed } = replay(records.with(at, value as JournalRecord), onDamage)
        expect(completed || (error as { _tag?: string })._tag === "JournalFailed").toBe(true)
      })
    )
  })

  it("law: a member replaced by any JSON ends it with a typed failure or not at all", async () => {
    const records = await recorded()
    const place = fc.nat(records.length - 1)
    fc.assert(
      fc.property(place, fc.nat(), fc.jsonValue(), (at, which, value) => {
        const good = records[at] as JournalRecord
        const names = Object.keys(good)
        const damaged = records.with(at, { ...good, [names[which % names.length] as string]: value } as JournalRecord)
        const { error, completed } = replay(damaged)
        expect(completed || (error as { _tag?: string })._tag === "JournalFailed").toBe(true)
      })
    )
  })
})

const broken = (): never => {
  throw new Error("broken")
}
