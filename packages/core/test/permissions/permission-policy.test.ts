import { EMPTY, firstValueFrom, NEVER, Observable, of, throwError } from "rxjs"
import { describe, expect, it } from "vitest"
import { type PermissionDecision, permissionPolicy } from "../../src/permissions/permission-policy.ts"
import type { PermissionRule } from "../../src/permissions/permission-rule.ts"
import type { PermissionOption, RequestPermissionOutcome, ToolCallUpdate } from "../../src/schema/index.ts"
import { marbles } from "../support/marbles.ts"

const option = (kind: string): PermissionOption => ({ optionId: kind, name: kind, kind }) as PermissionOption
const options = ["allow_always", "allow_once", "reject_once", "reject_always"].map(option)
const selected = (optionId: string): RequestPermissionOutcome => ({ outcome: "selected", optionId })
const cancelled: RequestPermissionOutcome = { outcome: "cancelled" }
const ask = (toolCall: Partial<ToolCallUpdate> = {}, offered = options, sessionId = "s1") => ({
  sessionId,
  toolCall: { toolCallId: "t1", ...toolCall },
  options: offered
})
const s1 = { sessionId: "s1" }

describe("permissionPolicy", () => {
  it("lets the first rule that applies decide", async () => {
    const policy = permissionPolicy([
      { match: { kind: "read" }, answer: "allow" },
      { match: { titlePrefix: "secret" }, answer: "rejectAlways" },
      { match: { kind: ["read", "edit"] }, answer: "allowAlways" }
    ])
    const answer = (call: Partial<ToolCallUpdate>) => firstValueFrom(policy(ask(call), s1))
    expect(await answer({ kind: "read", title: "secret" })).toEqual(selected("allow_once"))
    expect(await answer({ kind: "edit", title: "secret" })).toEqual(selected("reject_always"))
    expect(await answer({ kind: "edit", title: "a" })).toEqual(selected("allow_always"))
  })

  it("rejects what no rule applies to", async () => {
    expect(await firstValueFrom(permissionPolicy([])(ask(), s1))).toEqual(selected("reject_once"))
    expect(await firstValueFrom(permissionPolicy([])(ask({}, []), s1))).toEqual(cancelled)
  })

  it("answers cancelled when no offered option gives what the rule says", async () => {
    const policy = permissionPolicy([{ answer: "allow" }])
    expect(await firstValueFrom(policy(ask({}, [option("reject_once"), option("allow_forever")]), s1))).toEqual(
      cancelled
    )
  })

  it(
    "answers as the one asks who is asked, with the first outcome only",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const outcomes = { y: selected("allow_once"), n: selected("reject_once") }
      const answer = cold("  ---y-n", outcomes)
      const subscription = " ^--!"
      const expected = "     ---(y|)"
      expectObservable(permissionPolicy([{ ask: () => answer }])(ask(), s1)).toBe(expected, outcomes)
      expectSubscriptions(answer.subscriptions).toBe(subscription)
    })
  )

  it(
    "stops asking when the request is cancelled",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const answer = cold<RequestPermissionOutcome>("-----")
      const cancel = "                               ^-!"
      expectObservable(permissionPolicy([{ ask: () => answer }])(ask(), s1), cancel).toBe("-")
      expectSubscriptions(answer.subscriptions).toBe(cancel)
    })
  )

  it("hands over the request and its context", async () => {
    const seen: Array<unknown> = []
    const context = { sessionId: "s1", known: { toolCallId: "t1", rawInput: { command: "ls" } } }
    const request = ask()
    const policy = permissionPolicy([
      {
        ask: async (...given) => {
          seen.push(...given)
          return cancelled
        }
      }
    ])
    expect(await firstValueFrom(policy(request, context))).toEqual(cancelled)
    expect(seen).toEqual([request, context])
  })

  it("rejects when the one who is asked gives no answer or one that was not offered", async () => {
    const answer = (outcome: Observable<RequestPermissionOutcome>, offered = options) =>
      firstValueFrom(permissionPolicy([{ ask: () => outcome }])(ask({}, offered), s1))
    expect(await answer(EMPTY)).toEqual(selected("reject_once"))
    expect(await answer(of(selected("yes")))).toEqual(selected("reject_once"))
    expect(await answer(of(selected("allow_once")), [option("reject_always")])).toEqual(selected("reject_always"))
    expect(await answer(of(selected("allow_once")), [])).toEqual(cancelled)
  })

  it("lets a person choose an option of a kind that it does not know", async () => {
    const policy = permissionPolicy([{ ask: () => of(selected("allow_forever")) }])
    expect(await firstValueFrom(policy(ask({}, [option("allow_forever")]), s1))).toEqual(selected("allow_forever"))
  })

  it("fails with the failure of the one who is asked", async () => {
    const thrown: PermissionRule = {
      ask: () => {
        throw "thrown"
      }
    }
    await expect(firstValueFrom(permissionPolicy([thrown])(ask(), s1))).rejects.toBe("thrown")
    await expect(firstValueFrom(permissionPolicy([{ ask: () => throwError(() => "failed") }])(ask(), s1))).rejects.toBe(
      "failed"
    )
  })

  it("decides when it is subscribed, each time", () => {
    let asked = 0
    const answer = permissionPolicy([
      {
        ask: () => {
          asked += 1
          return NEVER
        }
      }
    ])(ask(), s1)
    expect(asked).toBe(0)
    answer.subscribe().unsubscribe()
    answer.subscribe().unsubscribe()
    expect(asked).toBe(2)
  })
})

describe("an answer for good", () => {
  /** A policy whose one rule asks, and gets the answers in turn. */
  const asking = (...answers: ReadonlyArray<string>) => {
    const waiting = [...answers]
    const policy = permissionPolicy([
      { match: { kind: "think" }, ask: () => of(selected(waiting.shift() ?? "none left")) },
      { ask: () => of(selected(waiting.shift() ?? "none left")) }
    ])
    return {
      policy,
      answer: (call: Partial<ToolCallUpdate>, sessionId = "s1", known?: ToolCallUpdate, offered = options) =>
        firstValueFrom(policy(ask(call, offered, sessionId), { sessionId, known }))
    }
  }

  it.each(["allow_always", "reject_always"])("%s is given again without asking", async (always) => {
    const { answer } = asking(always)
    const call = { kind: "execute", name: "bash" } as const
    expect(await answer({ ...call, title: "ls" })).toEqual(selected(always))
    expect(await answer({ ...call, title: "cat" })).toEqual(selected(always))
  })

  it("is given by another option of its sense, and asked for again when there is none", async () => {
    const { answer } = asking("allow_always", "reject_once")
    const call = { name: "bash" }
    await answer(call)
    expect(await answer(call, "s1", undefined, [option("allow_once")])).toEqual(selected("allow_once"))
    expect(await answer(call, "s1", undefined, [option("reject_once")])).toEqual(selected("reject_once"))
  })

  it("is not what an answer for once is", async () => {
    const { answer } = asking("allow_once", "reject_once")
    expect(await answer({ name: "bash" })).toEqual(selected("allow_once"))
    expect(await answer({ name: "bash" })).toEqual(selected("reject_once"))
  })

  it.each<[string, Partial<ToolCallUpdate>, string]>([
    ["session", { kind: "edit", name: "write" }, "s2"],
    ["kind", { kind: "delete", name: "write" }, "s1"],
    ["name", { kind: "edit", name: "patch" }, "s1"],
    ["rule", { kind: "think", name: "write" }, "s1"]
  ])("does not reach another %s", async (_, call, sessionId) => {
    const { answer } = asking("allow_always", "reject_once")
    await answer({ kind: "edit", name: "write" })
    expect(await answer(call, sessionId)).toEqual(selected("reject_once"))
  })

  it("goes by the whole title for tools without a name, and reaches none without both", async () => {
    const { answer } = asking("allow_always", "reject_once", "allow_always", "reject_once")
    await answer({ title: "ls" })
    expect(await answer({ title: "ls" })).toEqual(selected("allow_always"))
    expect(await answer({ title: "ls; rm x" })).toEqual(selected("reject_once"))
    await answer({})
    expect(await answer({})).toEqual(selected("reject_once"))
  })

  it("is not used when the announced call says something else than the request", async () => {
    const { answer } = asking("allow_always", "reject_once", "reject_once", "reject_once")
    await answer({ kind: "read", name: "cat" })
    const remembered = { toolCallId: "t1", kind: "read", name: "cat" } as const
    expect(await answer({ kind: "execute", name: "cat" }, "s1", remembered)).toEqual(selected("reject_once"))
    const known = { toolCallId: "t1", kind: "execute", name: "cat" } as const
    expect(await answer({ kind: "read", name: "cat" }, "s1", known)).toEqual(selected("reject_once"))
    expect(await answer({ kind: "read", name: "cat" }, "s1", { toolCallId: "t1", name: "rm" })).toEqual(
      selected("reject_once")
    )
    expect(await answer({}, "s1", remembered)).toEqual(selected("allow_always"))
  })

  it("can be forgotten, for a session or for all", async () => {
    const { policy, answer } = asking("allow_always", "allow_always", "reject_once", "reject_once")
    const call = { name: "bash" }
    await answer(call)
    await answer(call, "s2")
    policy.forget("s1")
    expect(await answer(call)).toEqual(selected("reject_once"))
    expect(await answer(call, "s2")).toEqual(selected("allow_always"))
    policy.forget()
    expect(await answer(call, "s2")).toEqual(selected("reject_once"))
  })
})

describe("decisions", () => {
  it("tell who decided what, before it takes effect", () => {
    const policy = permissionPolicy([
      { match: { kind: "read" }, answer: "allow" },
      { match: { name: "bash" }, ask: () => of(selected("allow_always")) },
      { match: { name: "rm" }, ask: () => of(selected("yes")) }
    ])
    const log: Array<unknown> = []
    policy.decisions.subscribe(({ request, context, ...verdict }: PermissionDecision) => {
      expect([request.toolCall.toolCallId, context]).toEqual(["t1", s1])
      log.push(verdict)
    })
    const calls: ReadonlyArray<Partial<ToolCallUpdate>> = [
      { kind: "read" },
      { name: "bash" },
      { name: "bash" },
      { name: "rm" },
      {}
    ]
    for (const call of calls) policy(ask(call), s1).subscribe((outcome) => log.push(outcome))
    expect(log).toEqual([
      { by: "rule", rule: 0, outcome: selected("allow_once") },
      selected("allow_once"),
      { by: "ask", rule: 1, outcome: selected("allow_always") },
      selected("allow_always"),
      { by: "remembered", rule: 1, outcome: selected("allow_always") },
      selected("allow_always"),
      { by: "ask", rule: 2, outcome: selected("reject_once"), refused: "yes" },
      selected("reject_once"),
      { by: "default", outcome: selected("reject_once") },
      selected("reject_once")
    ])
  })

  it("are hot and can't be fed from outside", () => {
    const policy = permissionPolicy([])
    policy(ask(), s1).subscribe()
    const late: Array<unknown> = []
    policy.decisions.subscribe((decision) => late.push(decision))
    expect(late).toEqual([])
    expect(policy.decisions).toBeInstanceOf(Observable)
    expect("next" in policy.decisions).toBe(false)
  })
})

describe("rules that say something else than they look like", () => {
  it.each<[string, unknown]>([
    ["a misspelt condition", { match: { titelPrefix: "git" }, answer: "allow" }],
    ["an inherited word", { match: { constructor: "x" }, answer: "allow" }],
    ["an undefined condition", { match: { under: undefined }, answer: "allow" }],
    ["a relative folder", { match: { under: "src" }, answer: "allow" }],
    ["a pattern for a prefix", { match: { titlePrefix: /git/ }, answer: "allow" }],
    ["a misspelt kind", { match: { kind: "exectue" }, answer: "reject" }],
    ["a misspelt kind among others", { match: { kind: ["read", "exectue"] }, answer: "reject" }],
    ["an undefined match", { match: undefined, answer: "allow" }],
    ["a null match", { match: null, answer: "allow" }],
    ["no kind at all", { match: { kind: [] }, answer: "allow" }],
    ["a misspelt field", { mach: { kind: "read" }, answer: "allow" }],
    ["an unknown answer", { answer: "yes" }],
    ["an inherited answer", { answer: "toString" }],
    ["no answer", { match: { kind: "read" } }],
    ["two answers", { answer: "allow", ask: () => NEVER }],
    ["a question to nobody", { ask: "me" }]
  ])("are refused: %s", (_, rule) => {
    expect(() => permissionPolicy([{ answer: "reject" }, rule as PermissionRule])).toThrow(/^permission rule 1: /)
    expect(() => permissionPolicy([rule as PermissionRule])).toThrow(TypeError)
  })

  it("a relative cwd throws", () => {
    expect(() => permissionPolicy([], { cwd: "src" })).toThrow(TypeError)
  })
})
