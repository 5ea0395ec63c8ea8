/** The API reference says what the docstrings say. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { apiPages } from "../docs/api-reference.ts"
import { filesBelow, root } from "./support/workspaces.ts"

it("docs/api is what `npm run docs:api` writes", () => {
  const pages = apiPages()
  expect(filesBelow("docs/api")).toEqual([...pages.keys()].sort())
  for (const [name, page] of pages) expect(readFileSync(join(root, "docs/api", name), "utf8"), name).toBe(page)
})
