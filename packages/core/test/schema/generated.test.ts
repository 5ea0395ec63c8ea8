/** What is generated from the schemas is what lies in the repository. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { generated } from "../../generator/generated.ts"
import { shapeOf } from "../../generator/shape-of.ts"
import * as tables from "../../src/protocol/tables.ts"
import * as schemas from "../../src/schema/effect/index.ts"

const folder = fileURLToPath(new URL("../../src/protocol/", import.meta.url))

/** Source without what the formatter decides. */
const bare = (source: string): string => source.replace(/[\s();,|"]/g, "")

describe("npm run generate", () => {
  it.each(Object.entries(generated()))("was run since the schemas changed: %s", (file, text) => {
    expect(bare(readFileSync(folder + file, "utf8"))).toBe(bare(text))
  })
})

describe("a table", () => {
  const names = Object.keys(tables).filter((name) => Object.hasOwn(schemas, name))

  it.each(names)("%s is the shape of its schema", (name) => {
    const schema = (schemas as Readonly<Record<string, unknown>>)[name] as Parameters<typeof shapeOf>[0]
    expect((tables as Readonly<Record<string, unknown>>)[name]).toEqual(shapeOf(schema))
  })
})

describe("a schema", () => {
  const fields = Object.values(schemas).flatMap((value) => ("fields" in value ? Object.values(value.fields) : []))

  it("says of every field what it means", () => {
    const silent = fields.filter(({ ast }) => typeof ast.context?.annotations?.description !== "string")
    expect(fields.length).toBeGreaterThan(300)
    expect(silent).toEqual([])
  })
})
