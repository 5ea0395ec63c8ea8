/** Puts the guides that belong to a package into its folder `docs`, so that whoever installed it has them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../test/support/workspaces.ts"

/** The guides by the package whose tarball they travel in. */
export const guides: Readonly<Record<string, ReadonlyArray<string>>> = {
  "packages/core": [
    "permissions.md",
    "backpressure.md",
    "caps.md",
    "journal-and-replay.md",
    "relay-and-dialects.md",
    "testing.md",
    "writing-an-agent.md",
    "errors.md",
    "methods.md",
    "migrating-from-the-official-sdk.md"
  ],
  "packages/fold": ["fold-and-view.md", "fold-vectors.md"],
  "packages/node": ["spawn-and-talk.md", "terminals-and-files.md", "journal.md", "real-agents.md"]
}

const way = /^Previous: [\s\S]*$/m
const link = /!?\[([^\]]*)\]\((?!https?:|#)([^)#]*)(#[^)]*)?\)/g

/** A guide with the links that work beside its siblings alone; of the others, and of the way through the pages, the words. */
const travelling = (text: string, siblings: ReadonlyArray<string>): string =>
  `${text
    .replace(way, "")
    .replace(link, (whole, words: string, target: string) => (siblings.includes(target) ? whole : words))
    .trimEnd()}\n`

/** Writes the guides of a package anew. */
export const bringGuides = (folder: string): void => {
  const target = join(root, folder, "docs")
  rmSync(target, { recursive: true, force: true })
  const names = guides[folder] ?? []
  if (names.length === 0) return
  mkdirSync(target)
  for (const name of names) {
    writeFileSync(join(target, name), travelling(readFileSync(join(root, "docs", name), "utf8"), names))
  }
}
