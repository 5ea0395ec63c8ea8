/** Writes `src/protocol/` from the schemas. Run with `npm run generate`. */
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { generated } from "./generated.ts"

const folder = fileURLToPath(new URL("../src/protocol/", import.meta.url))
const files = Object.entries(generated())
for (const [file, text] of files) writeFileSync(`${folder}${file}`, text)
execFileSync("biome", ["format", "--write", ...files.map(([file]) => folder + file)], { stdio: "inherit" })
