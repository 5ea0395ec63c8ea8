/** Where the built page is. */
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Beside the built program, or in a clone where the build of the page puts it. */
export const pageFolder = (): string => {
  const [built = "", clone = ""] = ["../page", "../../dist/page"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url))
  )
  return existsSync(`${built}/index.html`) ? built : clone
}
