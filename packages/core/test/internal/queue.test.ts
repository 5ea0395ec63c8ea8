import fc from "fast-check"
import { expect, it } from "vitest"
import { createQueue } from "../../src/internal/queue.ts"

it("gives values back in the order in which they came, however taking and pushing mix", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (pushes) => {
      const queue = createQueue<number>()
      const model: Array<number> = []
      for (const [value, isPush] of pushes.entries()) {
        if (isPush) {
          queue.push(value)
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
  const queue = createQueue<number>()
  for (const value of [1, 2, 3]) queue.push(value)
  queue.take()
  queue.push(4)
  queue.clear()
  expect(queue.size).toBe(0)
  queue.push(5)
  expect(queue.take()).toBe(5)
})
