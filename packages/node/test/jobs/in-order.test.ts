import fc from "fast-check"
import { from, lastValueFrom, toArray } from "rxjs"
import { expect, it } from "vitest"
import { inOrder } from "../../src/jobs/in-order.ts"

it("emits values in the order of their index", async () => {
  const order = fc.nat(20).chain((size) => fc.shuffledSubarray([...Array(size).keys()], { minLength: size }))
  await fc.assert(
    fc.asyncProperty(order, async (indices) => {
      const values = from(indices.map((index) => ({ index })))
      const all = await lastValueFrom(values.pipe(inOrder(), toArray()))
      expect(all.map(({ index }) => index)).toEqual([...indices.keys()])
    })
  )
})
