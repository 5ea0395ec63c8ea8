/** Writes `methods.md`, the page about the protocol's methods, from the table that the code uses. */
import { writeFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import type { Direction, MethodTraits } from "@rxacp/core"
import * as schemas from "@rxacp/core/schema"

type Entry = MethodTraits & { readonly params: unknown; readonly result?: unknown }

const nameOf = (schema: unknown): string => {
  const found = Object.entries(schemas).find(([, value]) => value === schema)
  if (found === undefined) throw new Error("a method uses a schema without a name")
  return `\`${found[0]}\``
}

const row = ([name, entry]: readonly [string, Entry]): string => {
  const result = entry.kind === "request" ? nameOf(entry.result) : "none"
  const cells = [
    `\`${name}\``,
    entry.kind,
    nameOf(entry.params),
    entry.nullResult ? `${result} or null` : result,
    entry.needs?.map((path) => `\`${path}\``).join(" or ") ?? ""
  ]
  return `| ${cells.join(" | ")} |`
}

const section = (title: string, direction: Direction): string => {
  const entries: ReadonlyArray<readonly [string, Entry]> = Object.entries(schemas.methodSchemas)
  const rows = entries.filter(([, entry]) => entry.direction === direction).map(row)
  return `## ${title}

| method | kind | params | result | needs |
|---|---|---|---|---|
${rows.join("\n")}
`
}

/** The page as Markdown. */
export const methodsPage = (): string => `# The methods of ACP v1

This page is written by \`npm run docs:methods\` from \`methodSchemas\` of \`@rxacp/core/schema\`; a test fails when the two differ.
Params and results are named as their schemas there and as the types of \`@rxacp/core\`; in types, \`ParamsOf<"session/new">\` and
\`ResultOf<"session/new">\` name them. \`decodeParams\` and \`decodeResult\` decode them, as strictly or leniently as each
schema says. What a method needs is a path into what the receiver said in \`initialize\`; \`missingCapability\` looks there.

${section("Client to agent", "client->agent")}
${section("Agent to client", "agent->client")}
${section("Either way", "both")}`

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(new URL("./methods.md", import.meta.url), methodsPage())
}
