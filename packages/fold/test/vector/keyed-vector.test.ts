import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { KeyedVector } from "../../src/vector/keyed-vector.ts"

interface Item {
  readonly key: string
  readonly value: number
}

const empty = KeyedVector.empty<Item>(({ key }) => key)
const item = (value: number): Item => ({ key: `k${value}`, value })
const many = (count: number) =>
  KeyedVector.from(
    Array.from({ length: count }, (_, value) => item(value)),
    ({ key }) => key
  )

describe("a keyed vector", () => {
  it("is a list: every branch of any history reads as the array it stands for", () => {
    const keys = Array.from({ length: 40 }, (_, value) => `k${value}`)
    const change = fc.record({ from: fc.nat(), key: fc.constantFrom(...keys), value: fc.nat() })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
        const histories: Array<{ vector: KeyedVector<Item>; model: ReadonlyArray<Item> }> = [
          { vector: empty, model: [] }
        ]
        for (const { from, key, value } of changes) {
          // Mostly the newest branches are changed, as in a fold; now and then an old one.
          const back = from % 10 === 0 ? from % histories.length : from % Math.min(3, histories.length)
          const base = histories[histories.length - 1 - back]
          if (base === undefined) continue
          const place = base.model.findIndex((known) => known.key === key)
          expect(base.vector.indexOf(key)).toBe(place)
          histories.push(
            place < 0
              ? { vector: base.vector.append({ key, value }), model: [...base.model, { key, value }] }
              : { vector: base.vector.set(place, { key, value }), model: base.model.with(place, { key, value }) }
          )
        }
        for (const { vector, model } of histories) {
          expect([...vector]).toEqual(model)
          expect(vector).toHaveLength(model.length)
          expect(keys.map((key) => vector.get(key))).toEqual(
            keys.map((key) => model.find((known) => known.key === key))
          )
        }
      })
    )
  })

  it.each([31, 32, 33, 1_055, 1_056, 1_057, 32_799, 32_800, 32_801])("holds %i elements", (count) => {
    const vector = many(count)
    expect(vector.length).toBe(count)
    expect([...vector].map(({ value }) => value)).toEqual(Array.from({ length: count }, (_, value) => value))
    const places = [0, 31, 32, 1_023, 1_024, count - 33, count - 32, count - 1].filter((at) => at >= 0 && at < count)
    for (const place of places) {
      expect(vector.at(place)?.value).toBe(place)
      const changed = vector.set(place, { key: `k${place}`, value: -1 })
      expect(changed.at(place)?.value).toBe(-1)
      expect(vector.at(place)?.value).toBe(place)
      expect([...changed].filter(({ value }) => value === -1)).toHaveLength(1)
    }
  })

  it("reads places as an array does", () => {
    const vector = many(40)
    const array = [...vector]
    for (const index of [0, 39, 40, -1, -40, -41, 1.7, -1.7, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(vector.at(index)).toBe(array.at(index))
    }
  })

  it("shares what did not change", () => {
    const vector = many(5_000)
    const changed = vector.set(0, { key: "k0", value: -1 })
    expect(changed.tail).toBe(vector.tail)
    expect(changed.root.filter((node, slot) => node !== vector.root[slot])).toHaveLength(1)
  })

  it("shows itself in JSON as an array", () => {
    expect(JSON.parse(JSON.stringify({ list: many(2) }))).toEqual({ list: [item(0), item(1)] })
  })

  it("is found again in a structured clone", () => {
    const vector = many(100)
    const revived = KeyedVector.revive(structuredClone(vector), ({ key }: Item) => key)
    expect([...revived]).toEqual([...vector])
    expect(revived.get("k64")).toEqual(item(64))
    expect(revived.append(item(100)).get("k100")).toEqual(item(100))
  })

  it("keeps one index for a history that is folded twice, as React's strict mode does", () => {
    let vector = empty
    for (let value = 0; value < 100; value += 1) {
      const twin = vector.append(item(value))
      vector = vector.append(item(value))
      expect(twin.indexOf(`k${value}`)).toBe(value)
    }
    expect(vector.indexOf("k99")).toBe(99)
  })
})
