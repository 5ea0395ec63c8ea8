import fc from "fast-check"
import { expect, it } from "vitest"
import { Outbox } from "../src/wire/outbox.ts"

it("gives every line once and in order, however often the reader is cut and whatever it acknowledges", () => {
  const steps = fc.array(
    fc.oneof(
      fc.constant({ do: "push" as const }),
      fc.constant({ do: "read" as const }),
      fc.record({ do: fc.constant("lose" as const), last: fc.nat({ max: 5 }) }),
      fc.record({ do: fc.constant("acknowledge" as const), behind: fc.nat({ max: 5 }) })
    ),
    { maxLength: 200 }
  )
  fc.assert(
    fc.property(steps, (todo) => {
      const outbox = new Outbox(10)
      const received: Array<string> = []
      let pushed = 0
      let acknowledged = 0
      for (const step of todo) {
        if (step.do === "push") outbox.push(String(++pushed))
        else if (step.do === "read") {
          const entry = outbox.next()
          if (entry === undefined) continue
          expect(entry.position).toBe(received.length + 1)
          received.push(entry.line)
        } else if (step.do === "lose") {
          received.length = Math.max(acknowledged, received.length - step.last)
          expect(outbox.rewind(received.length)).toBe(true)
          acknowledged = received.length
        } else {
          acknowledged = Math.max(acknowledged, received.length - step.behind)
          outbox.acknowledge(acknowledged)
        }
      }
      for (let entry = outbox.next(); entry !== undefined; entry = outbox.next()) received.push(entry.line)
      expect(received).toEqual(Array.from({ length: pushed }, (_, n) => String(n + 1)))
    })
  )
})

it("refuses to go back to what is not kept, and to go on to what was never sent", () => {
  const outbox = new Outbox(10)
  for (const line of ["a", "b", "c"]) outbox.push(line)
  outbox.next()
  outbox.acknowledge(1)
  expect([0, 4, -1, Number.NaN, 1.5].map((position) => outbox.rewind(position))).toEqual(Array(5).fill(false))
  expect(outbox.rewind(3)).toBe(true)
  expect(outbox.next()).toBeUndefined()
})

it("an outbox resumes writers as soon as there is room", async () => {
  const outbox = new Outbox(3)
  outbox.push("four")
  outbox.next()
  const room = outbox.room()
  expect(room).toBeInstanceOf(Promise)
  outbox.acknowledge(1)
  await room
  expect(outbox.room()).toBeUndefined()
})
