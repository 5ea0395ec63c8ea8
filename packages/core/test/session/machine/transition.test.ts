import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ConnectionClosed, RequestTimedOut } from "../../../src/failures.ts"
import type { Input } from "../../../src/session/machine/input.ts"
import { newSession, type SessionState } from "../../../src/session/machine/state.ts"
import { transition } from "../../../src/session/machine/transition.ts"

const request = { sessionId: "s", toolCall: { toolCallId: "t" }, options: [] }
const prompt: Input = { type: "promptAsked", requestId: 1, prompt: [] }
const started: Input = {
  type: "decided",
  decision: { type: "turnStarted", sessionId: "s", turn: 1, requestId: 1, prompt: [] }
}
const written: Input = { type: "written", requestId: 1 }
const cancelled: Input = { type: "decided", decision: { type: "cancelRequested", sessionId: "s" } }
const answered: Input = {
  type: "answered",
  method: "session/prompt",
  requestId: 1,
  outcome: { result: { stopReason: "end_turn" } },
  seq: 9
}
const permission: Input = { type: "permissionRequested", id: "p", request, seq: 3 }
const resolved: Input = {
  type: "decided",
  decision: { type: "permissionResolved", sessionId: "s", id: "p", outcome: { outcome: "cancelled" }, by: "cancel" }
}
const idle: Input = {
  type: "expired",
  clock: "idle",
  failure: new RequestTimedOut({ method: "session/prompt", ms: 1, waitedFor: "idle" })
}
const ended: Input = { type: "ended", failure: new ConnectionClosed({ reason: "gone" }) }

/** What each input leads to: tags of events, then types of effects. */
const run = (...inputs: ReadonlyArray<Input>): ReadonlyArray<string> => {
  let state = newSession("s")
  return inputs.map((input) => {
    const [next, events, effects] = transition(state, input)
    state = next
    const decisions = effects.map((effect) =>
      effect.type === "record" ? `record ${effect.decision.type}` : effect.type
    )
    return [...events.map(({ _tag }) => _tag), ...decisions].join(", ")
  })
}

describe("the session machine", () => {
  it.each([
    [
      "a turn",
      [prompt, started, written, answered],
      ["record turnStarted", "TurnStarted, send", "start, start", "TurnEnded, stop, finish"]
    ],
    [
      "a cancel is recorded, then emitted and sent",
      [prompt, started, written, { type: "cancelAsked" }, cancelled, answered],
      [
        "record turnStarted",
        "TurnStarted, send",
        "start, start",
        "record cancelRequested",
        "CancelRequested, sendCancel, start",
        "TurnEnded, stop, finish"
      ]
    ],
    [
      "a second cancel, and a cancel after the end, do nothing",
      [
        prompt,
        started,
        written,
        { type: "cancelAsked" },
        { type: "cancelAsked" },
        cancelled,
        answered,
        { type: "cancelAsked" }
      ],
      [
        "record turnStarted",
        "TurnStarted, send",
        "start, start",
        "record cancelRequested",
        "",
        "CancelRequested, sendCancel, start",
        "TurnEnded, stop, finish",
        ""
      ]
    ],
    [
      "a cancel that was wanted before the prompt was written is sent after it",
      [prompt, { type: "cancelAsked" }, started, written],
      ["record turnStarted", "", "TurnStarted, send", "start, start, record cancelRequested"]
    ],
    [
      "a permission request outlives the turn that it came in",
      [prompt, started, written, permission, answered, { type: "cancelAsked" }, resolved],
      [
        "record turnStarted",
        "TurnStarted, send",
        "start, start",
        "PermissionRequested, ask",
        "TurnEnded, stop, finish",
        "record permissionResolved",
        "PermissionResolved, answer"
      ]
    ],
    [
      "a second request under an open id is refused",
      [permission, permission],
      ["PermissionRequested, ask", "refuseRequest"]
    ],
    [
      "forms and other requests are withdrawn by a cancel",
      [
        { type: "requestOpened", id: 1, kind: "form" },
        { type: "requestOpened", id: 2, kind: "work" },
        { type: "cancelAsked" }
      ],
      ["", "", "withdraw, withdraw"]
    ],
    [
      "a turn that was silent for too long is cancelled and fails, and the session stays occupied to the answer",
      [
        prompt,
        started,
        written,
        idle,
        cancelled,
        { type: "decided", decision: { type: "turnFailed", sessionId: "s", turn: 1, failure: idle.failure.toJSON() } },
        { ...prompt, requestId: 2 },
        answered
      ],
      [
        "record turnStarted",
        "TurnStarted, send",
        "start, start",
        "stop, record cancelRequested, record turnFailed",
        "CancelRequested, sendCancel, start",
        "TurnFailed, finish",
        "",
        "stop, record turnStarted"
      ]
    ],
    [
      "the end of the connection ends all that is open, each with an event",
      [prompt, started, written, permission, ended],
      [
        "record turnStarted",
        "TurnStarted, send",
        "start, start",
        "PermissionRequested, ask",
        "PermissionResolved, TurnFailed, stop, answer, finish, complete"
      ]
    ],
    [
      "a prompt that was never recorded ends without an event",
      [prompt, ended],
      ["record turnStarted", "stop, finish, complete"]
    ],
    [
      "a load with quiet ends once that is recorded",
      [
        { type: "loadAsked", requestId: 1, quiet: true },
        { type: "decided", decision: { type: "loadStarted", sessionId: "s", requestId: 1, quiet: true } },
        written,
        { type: "answered", method: "session/load", requestId: 1, outcome: { result: null }, seq: 2 },
        { type: "quietened" },
        { type: "decided", decision: { type: "loadSettled", sessionId: "s" } }
      ],
      ["record loadStarted", "LoadStarted, send", "", "start", "record loadSettled", "LoadEnded, stop, finish"]
    ],
    [
      "a load asked for while a cancelled turn drains begins after it",
      [
        prompt,
        started,
        written,
        { type: "cancelAsked" },
        cancelled,
        { type: "loadAsked", requestId: 2, quiet: false },
        answered
      ],
      [
        "record turnStarted",
        "TurnStarted, send",
        "start, start",
        "record cancelRequested",
        "CancelRequested, sendCancel, start",
        "",
        "TurnEnded, stop, finish, record loadStarted"
      ]
    ]
  ] satisfies ReadonlyArray<readonly [string, ReadonlyArray<Input>, ReadonlyArray<string>]>)(
    "%s",
    (_, inputs, outcome) => {
      expect(run(...inputs)).toEqual(outcome)
    }
  )
})

const anyInput: fc.Arbitrary<Input> = fc.constantFrom<Input>(
  prompt,
  { ...prompt, requestId: 2 },
  started,
  written,
  cancelled,
  answered,
  permission,
  resolved,
  idle,
  ended,
  { type: "cancelAsked" },
  { type: "readerLeft", requestId: 1 },
  { type: "loadAsked", requestId: 1, quiet: true },
  { type: "decided", decision: { type: "loadStarted", sessionId: "s", requestId: 1 } },
  { type: "resumeAsked", requestId: 3 },
  { type: "requestOpened", id: 7, kind: "form" },
  { type: "requestClosed", id: 7 },
  { type: "capPassed", cap: { limit: "maxChunks", max: 1, seq: 4 } }
)

describe("whatever is said in whatever order", () => {
  const facts = new Set(["decided", "permissionRequested", "answered", "ended"])

  it("law: only facts make events, the state before is never changed, and nothing happens after the end", () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 30 }), (inputs) => {
        let state: SessionState = newSession("s")
        for (const input of inputs) {
          const before = state
          const copy = structuredClone({ ...before, over: undefined, runs: undefined })
          const [next, events] = transition(state, input)
          if (!facts.has(input.type)) expect(events).toEqual([])
          if (before.over !== undefined) expect(events).toEqual([])
          expect({ ...before, over: undefined, runs: undefined }).toEqual(copy)
          expect(transition(before, input)[0]).toEqual(next)
          state = next
        }
      })
    )
  })
})
