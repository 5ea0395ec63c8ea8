/** Serves the built page. */
import { readdirSync, readFileSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { extname, join } from "node:path"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8"
}

/** Nothing from elsewhere, nothing inline, no text that becomes code; images only out of the conversation itself. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types dompurify"
].join("; ")

const headers = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store"
}

/**
 * A function that answers a path with the file of the built page in `folder`, and returns whether there was one. The files
 * are read once, so no path of a request ever reaches the disk.
 */
export const pageFiles = (folder: string) => {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => extname(name) in types)
  const files = new Map(names.map((name) => [`/${name.replaceAll("\\", "/")}`, readFileSync(join(folder, name))]))
  return (path: string, response: ServerResponse): boolean => {
    const name = path === "/" ? "/index.html" : path
    const file = files.get(name)
    if (file === undefined) return false
    response.writeHead(200, { ...headers, "content-type": types[extname(name)] }).end(file)
    return true
  }
}
