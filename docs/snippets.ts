/**
 * The snippets of the pages: a fenced block under the comment `<!-- examples/first.ts -->` is that file, whole. Run as a
 * program it writes the files into the pages again.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const root = new URL("../", import.meta.url)

/** One snippet: the file it names, and its text in the page. */
export interface Snippet {
  readonly file: string
  readonly code: string
}

const MARKED = /^<!-- ((?:examples|packages)\/\S+) -->\n```\w+\n(.*?)^```$/gms

/** The pages with snippets, relative to the repository. */
export const pages: ReadonlyArray<string> = [
  "README.md",
  ...readdirSync(new URL("docs/", root))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
]

/** The text of a file of the repository. */
export const textOf = (file: string): string => readFileSync(new URL(file, root), "utf8")

/** The marked snippets of a page. */
export const snippetsIn = (page: string): ReadonlyArray<Snippet> =>
  [...page.matchAll(MARKED)].map(([, file = "", code = ""]) => ({ file, code }))

/** The word for a file's language after the fence. */
const languageOf = (file: string): string => (file.endsWith(".cjs") ? "js" : file.slice(file.lastIndexOf(".") + 1))

/** The page with each marked snippet as its file says. */
export const withSnippets = (page: string): string =>
  page.replace(MARKED, (_, file: string) => `<!-- ${file} -->\n\`\`\`${languageOf(file)}\n${textOf(file)}\`\`\``)

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const page of pages) writeFileSync(new URL(page, root), withSnippets(textOf(page)))
}
