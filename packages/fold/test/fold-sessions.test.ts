import type { SessionUpdate, UpdateEvent } from "@rxacp/core"
import {
  emptySession,
  emptySessions,
  extendFold,
  foldSession,
  foldSessions,
  foldSessionsWith,
  replyText
} from "@rxacp/fold"
import { expect, it } from "vitest"
import { asJson } from "./support/as-json.ts"

const say = (text: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  messageId: "m",
  content: { type: "text", text }
})
const event = (sessionId: string, update: SessionUpdate): UpdateEvent => ({ _tag: "Update", sessionId, update, seq: 1 })

it("gives each event to the session it names", () => {
  const stream = ["a", "__proto__", "a", "constructor", "__proto__"].map((id, n) => event(id, say(String(n))))
  const sessions = stream.reduce(foldSessions, emptySessions())
  expect([...sessions].map(({ sessionId }) => sessionId)).toEqual(["a", "__proto__", "constructor"])
  for (const { sessionId } of sessions) {
    const alone = stream.reduce(foldSession, emptySession({ sessionId }))
    const state = sessions.get(sessionId ?? "")
    expect(state && asJson(state)).toEqual(asJson(alone))
  }
  expect(sessions.get("b")).toBeUndefined()
})

it("leaves the other sessions as they are, and earlier maps too", () => {
  const before = [event("a", say("1")), event("b", say("2"))].reduce(foldSessions, emptySessions())
  const after = foldSessions(before, event("b", say("3")))
  expect(after.get("a")).toBe(before.get("a"))
  expect([before, after].map((sessions) => replyText(sessions.get("b") ?? emptySession()))).toEqual(["2", "23"])
})

it("gives the same sessions back when nothing changed", () => {
  const sessions = foldSessions(emptySessions(), event("a", say("1")))
  expect(foldSessions(sessions, event("a", { sessionUpdate: "notice", severity: "info", title: "n" }))).toBe(sessions)
  expect(foldSessions(sessions, { _tag: "InvalidUpdate", raw: {}, reason: "no session", seq: 2 })).toBe(sessions)
})

it("adds a session with its first event, also when that changes nothing in it", () => {
  const first: UpdateEvent = { _tag: "UnknownUpdate", sessionId: "a", sessionUpdate: "_x", raw: {}, seq: 1 }
  expect(foldSessions(emptySessions(), first).get("a")).toEqual(emptySession({ sessionId: "a" }))
})

it("folds each session with an extended fold", () => {
  const fold = extendFold<{ count: number }>({ count: (value = 0) => value + 1 })
  const foldAll = foldSessionsWith(fold)
  const sessions = ["a", "b", "a"].map((id) => event(id, say("x"))).reduce(foldAll, emptySessions())
  expect(sessions.get("a")?.extensions).toEqual({ count: 2 })
})
