/**
 * An agent that writes a file to stdout as fast as it is read. Arguments: the file, and `prompted` for a file that is the reply
 * to the first prompt of a session.
 */
import { openSync, readSync } from "node:fs"
import { awaitEnd, awaitGo, awaitPrompt, writeOut } from "./wire.ts"

const file = openSync(process.argv[2] as string, "r")
const block = new Uint8Array(64 * 1024)
if (process.argv[3] === "prompted") awaitPrompt()
awaitGo()
for (let size = readSync(file, block); size > 0; size = readSync(file, block)) writeOut(block.subarray(0, size))
awaitEnd()
