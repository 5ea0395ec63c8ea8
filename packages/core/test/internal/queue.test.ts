import fc from "fast-check"
import { expect, it } from "vitest"
import { Queue } from "../../src/internal/queue.ts"

it("gives values back in the order in which they came, however taking and pushing mix", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (pushes) => {
      const queue = new Queue<number>()
      const model: Array<number> = []
      for (const [value, isPush] of pushes.entries()) {
        if (isPush) {
          queue.add(value)
          model.push(value)
        } else if (model.length > 0) {
          expect(queue.take()).toBe(model.shift())
        }
        expect(queue.size).toBe(model.length)
      }
    })
  )
})

it("is empty after it is cleared", () => {
  const queue = new Queue<number>()
  for (const value of [1, 2, 3]) queue.add(value)
  queue.take()
  queue.add(4)
  queue.clear()
  expect(queue.size).toBe(0)
  queue.add(5)
  expect(queue.take()).toBe(5)
})
