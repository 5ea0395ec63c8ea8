import type { Observable } from "rxjs"
import { describe, expectTypeOf, it } from "vitest"
import { ofSession } from "../../src/operators/of-session.ts"
import { ofUpdate } from "../../src/operators/of-update.ts"
import { textDeltas } from "../../src/operators/text-deltas.ts"
import type { Plan } from "../../src/schema/index.ts"
import type { SessionEvent } from "../../src/session/session-event.ts"
import type { UpdateEvent } from "../../src/wire/updates/update-event.ts"
import { marbles } from "../support/marbles.ts"
import { chunk, turnEnded, updated } from "../support/session-events.ts"

const stamp = { sessionId: "s1", epoch: 1, n: 1, seq: 1, phase: "turn" } as const
const events = {
  a: chunk("Hel"),
  b: chunk("lo"),
  t: chunk("hm", { kind: "agent_thought_chunk" }),
  u: chunk("hi", { kind: "user_message_chunk" }),
  i: chunk({ type: "image", data: "", mimeType: "image/png" }),
  n: chunk(""),
  p: updated({ sessionUpdate: "plan", entries: [] }),
  x: { ...stamp, _tag: "UnknownUpdate", sessionUpdate: "plan", raw: {} },
  v: { ...stamp, _tag: "InvalidUpdate", raw: {}, reason: "no" },
  e: turnEnded()
} satisfies Record<string, SessionEvent>

describe("ofUpdate", () => {
  it(
    "passes the updates of the kinds and nothing else",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold<SessionEvent>("a-t-p-x-v-e-a-|", events)
      const subscription = "             ^-------------!"
      const plans = "                    ----p---------|"
      const both = "                     a---p-------a-|"
      expectObservable(source.pipe(ofUpdate("plan"))).toBe(plans, events)
      expectObservable(source.pipe(ofUpdate("plan", "agent_message_chunk"))).toBe(both, events)
      expectSubscriptions(source.subscriptions).toBe([subscription, subscription])
    })
  )

  it(
    "passes errors and unsubscribes",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold<SessionEvent>("p-#", events)
      const early = "                    ^!"
      expectObservable(source.pipe(ofUpdate("plan"))).toBe("p-#", events)
      expectObservable(source.pipe(ofUpdate("plan")), early).toBe("p", events)
      expectSubscriptions(source.subscriptions).toBe(["^-!", "^!"])
    })
  )

  it("narrows the update, over session events and over bare updates", () => {
    const ofPlans = ofUpdate("plan")
    type Update<Event> = Event extends { update: infer Found } ? Found : never
    type Narrowed<Event extends SessionEvent | UpdateEvent> =
      ReturnType<typeof ofPlans<Event>> extends Observable<infer Found> ? Found : never
    expectTypeOf<Update<Narrowed<SessionEvent>>>().toExtend<Plan>()
    expectTypeOf<Update<Narrowed<UpdateEvent>>>().toExtend<Plan>()
    expectTypeOf<Narrowed<SessionEvent>>().toExtend<{ phase: string; n: number }>()
  })
})

describe("ofSession", () => {
  const of = {
    a: chunk("a"),
    b: chunk("b", {}, { sessionId: "s2" }),
    v: { _tag: "InvalidUpdate", raw: {}, reason: "no", seq: 1 },
    w: { _tag: "InvalidUpdate", sessionId: "s2", raw: {}, reason: "no", seq: 1 }
  } satisfies Record<string, SessionEvent | UpdateEvent>

  it(
    "passes the events of one session and those that name none",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold<SessionEvent | UpdateEvent>("a-b-v-w-#", of)
      const subscription = "                           ^-------!"
      const expected = "                               a---v---#"
      expectObservable(source.pipe(ofSession("s1"))).toBe(expected, of)
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )
})

describe("textDeltas", () => {
  it(
    "emits the text of the reply, piece by piece",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold<SessionEvent>("a-t-u-i-n-p-x-b-e-|", events)
      const subscription = "             ^-----------------!"
      const expected = "                 a-------------b---|"
      expectObservable(source.pipe(textDeltas())).toBe(expected, { a: "Hel", b: "lo" })
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )
})
