// Which agents are installed here, and how each is started.
import { findAgents, presets } from "@rxacp/node"
import { lastValueFrom, toArray } from "rxjs"

const found = await lastValueFrom(findAgents().pipe(toArray()))
for (const { name, version, path } of found) console.log(`${name} ${version ?? "(unknown version)"}: ${path}`)
console.log(`${found.length} of ${Object.keys(presets).length} known agents are installed`)

// To start one: `spawnAgent(presets.opencode)`, or one of those found: `spawnAgent(found[0].preset)`.
