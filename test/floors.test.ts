/** The wall between the floors of core: nothing imports from above it, and no files form a cycle. */
import { describe, expect, it } from "vitest"
import { arrowsUp, cycles, floors, importsOf, importsOfCore, withoutFloor } from "./support/floors.ts"

describe("the sources of core", () => {
  const imports = importsOfCore()

  it("all stand on a floor", () => {
    expect(imports.size).toBeGreaterThan(100)
    expect(withoutFloor(imports)).toEqual([])
  })

  it("import only from their own floor and from those below", () => {
    expect(arrowsUp(imports)).toEqual([])
  })

  it("form no cycle of files, types included", () => {
    expect(cycles(imports)).toEqual([])
  })
})

describe("the wall", () => {
  const planted = (file: string, text: string) => new Map([[file, importsOf(file, text)]])

  it.each([
    [`import { connect } from "../client/connect.ts"`, "wire/planted.ts -> client/connect.ts"],
    [`import type { Session } from "../client/session.ts"`, "wire/planted.ts -> client/session.ts"],
    [`export type * from "../journal/record.ts"`, "wire/planted.ts -> journal/record.ts"],
    [`export { relay } from "../relay/relay.ts"`, "wire/planted.ts -> relay/relay.ts"]
  ])("refuses %s", (text, arrow) => {
    expect(arrowsUp(planted("wire/planted.ts", text))).toEqual([arrow])
  })

  it("lets a file import from below, and from its own floor", () => {
    const text = `import { a } from "../schema/a.ts"\nimport { b } from "./b.ts"\nimport { of } from "rxjs"`
    expect(arrowsUp(planted("wire/planted.ts", text))).toEqual([])
  })

  it("names the files of a cycle", () => {
    const imports = new Map([
      ["wire/a.ts", ["wire/b.ts"]],
      ["wire/b.ts", ["wire/c.ts"]],
      ["wire/c.ts", ["wire/b.ts"]]
    ])
    expect(cycles(imports)).toEqual(["wire/b.ts -> wire/c.ts -> wire/b.ts"])
  })

  it("sees a file that stands on no floor", () => {
    expect(withoutFloor(new Map([["utils.ts", []]]))).toEqual(["utils.ts"])
    expect(floors).not.toContain("utils.ts")
  })
})
