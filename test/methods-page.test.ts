/** The page about the methods says what the code does. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { methodsPage } from "../docs/methods-page.ts"

it("docs/methods.md is what `npm run docs:methods` writes", () => {
  expect(readFileSync(new URL("../docs/methods.md", import.meta.url), "utf8")).toBe(methodsPage())
})
