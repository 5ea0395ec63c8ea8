import { expect, it } from "vitest"
import denied from "../../../../test/cases/35-deny-picks-a-reject-option.json" with { type: "json" }
import { type PermissionAnswer, selectOption } from "../../src/permissions/select-option.ts"
import type { PermissionOption, RequestPermissionRequest } from "../../src/schema/index.ts"

const option = (kind: string): PermissionOption => ({ optionId: `id of ${kind}`, name: "", kind }) as PermissionOption
const selected = (kind: string) => ({ outcome: "selected", optionId: `id of ${kind}` })

it.each<[PermissionAnswer, ReadonlyArray<string>, string]>([
  ["allow", ["reject_once", "allow_always", "allow_once"], "allow_once"],
  ["allow", ["allow_always", "reject_once"], "allow_always"],
  ["allowAlways", ["allow_once", "allow_always"], "allow_always"],
  ["allowAlways", ["allow_once"], "allow_once"],
  ["reject", ["allow_once", "reject_always", "reject_once"], "reject_once"],
  ["reject", ["reject_always", "allow_once"], "reject_always"],
  ["rejectAlways", ["reject_once", "reject_always"], "reject_always"],
  ["rejectAlways", ["reject_once"], "reject_once"]
])("gives %s among %j by %s", (answer, kinds, expected) => {
  expect(selectOption(kinds.map(option), answer)).toEqual(selected(expected))
})

it.each<PermissionAnswer>(["allow", "allowAlways", "reject", "rejectAlways"])(
  "answers cancelled when no offered option gives %s",
  (answer) => {
    const others = answer.startsWith("allow") ? ["reject_once", "reject_always"] : ["allow_once", "allow_always"]
    expect(selectOption([], answer)).toEqual({ outcome: "cancelled" })
    expect(selectOption([...others, "allow_forever", "reject_forever", ""].map(option), answer)).toEqual({
      outcome: "cancelled"
    })
  }
)

it("takes the first of several options of a kind and sends its id as it stands", () => {
  const options: ReadonlyArray<PermissionOption> = [
    { optionId: "\u0000 é 😀", name: "one", kind: "reject_once" },
    { optionId: "two", name: "two", kind: "reject_once" }
  ]
  expect(selectOption(options, "reject")).toEqual({ outcome: "selected", optionId: "\u0000 é 😀" })
})

it("denies by a reject option and by nothing else (case 35)", () => {
  const requests = denied.lines.map((line) => JSON.parse(line) as { id: number; params: RequestPermissionRequest })
  const replies = requests.map(({ id, params }) => ({
    jsonrpc: "2.0",
    id,
    result: { outcome: selectOption(params.options, "reject") }
  }))
  expect(replies).toEqual(denied.expect.replies)
})
