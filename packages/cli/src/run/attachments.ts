/** A line that a person typed as the content of a prompt: images that it names by their path go with it. */
import { readFileSync, statSync } from "node:fs"
import { extname, resolve } from "node:path"
import type { ContentBlock } from "@rxacp/core"

const types: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp"
}

/** Largest image in bytes. */
const MOST_BYTES = 10 * 1024 * 1024

/** The text, and the images that words beginning with `@` name, such as `@shots/page.png`; other words are left alone. */
export const promptOf = (line: string, cwd: string): ReadonlyArray<ContentBlock> => {
  const images = line.split(/\s+/).flatMap((word): ReadonlyArray<ContentBlock> => {
    const mimeType = types[extname(word).toLowerCase()]
    if (!word.startsWith("@") || mimeType === undefined) return []
    const path = resolve(cwd, word.slice(1))
    const size = statSync(path, { throwIfNoEntry: false })?.size
    if (size === undefined || size > MOST_BYTES) return []
    return [{ type: "image", mimeType, data: readFileSync(path).toString("base64") }]
  })
  return [{ type: "text", text: line }, ...images]
}
