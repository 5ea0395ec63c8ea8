/** Every public name of every way into a package is documented; what the names are stands in `docs/api`, checked there. */
import { relative } from "node:path"
import { describe, expect, it } from "vitest"
import { exportedNames } from "./support/exported-names.ts"
import { root, workspaces } from "./support/workspaces.ts"

const entries = workspaces.flatMap((workspace) => workspace.entries)

describe.each(entries)("$specifier", ({ source }) => {
  it("documents every public name", () => {
    const bare = exportedNames(source).filter(({ documented }) => !documented)
    expect(bare.map(({ name, file }) => `${name} (${relative(root, file)})`)).toEqual([])
  })
})
