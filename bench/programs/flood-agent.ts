/**
 * An agent that never waits by itself: it writes updates until its pipe is full, and notes how many it got rid of.
 * Arguments: how many updates, the bytes of text in each, the file for the count.
 */
import { openSync, writeSync } from "node:fs"
import { awaitEnd, awaitGo, textChunk, updateLine, writeOut } from "./wire.ts"

const [updates, size, progress] = process.argv.slice(2) as [string, string, string]
const line = Buffer.from(updateLine(textChunk("x".repeat(Number(size)))))
const file = openSync(progress, "w")
const count = new BigUint64Array(1)
awaitGo()
for (let written = 1; written <= Number(updates); written++) {
  writeOut(line)
  count[0] = BigInt(written)
  writeSync(file, count, 0, 8, 0)
}
awaitEnd()
