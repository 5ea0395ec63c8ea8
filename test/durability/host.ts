/** A host with a journal: it logs the number and text of each line at the moment a subscriber sees it. */
import { openSync, writeSync } from "node:fs"
import { journalFile, spawnAgent } from "@rxacp/node"

const [agentProgram = "", journalPath = "", logPath = ""] = process.argv.slice(2)
const log = openSync(logPath, "a")
const agent = spawnAgent({
  command: process.execPath,
  args: [agentProgram],
  journal: journalFile(journalPath)
})

agent.lines.subscribe((line) => {
  writeSync(log, `${line.seq} ${line._tag === "Line" ? line.text : ""}\n`)
  if (line.seq === 1) process.stdout.write("seeing\n")
})
