/** A host that reads one enormous line and reports what it saw and how much memory it came to hold. */
import { spawnAgent } from "@rxacp/node"

const [program = "", bytes = ""] = process.argv.slice(2)
const before = process.memoryUsage.rss()
let most = before
const agent = spawnAgent({ command: process.execPath, args: [program, bytes], maxLineBytes: 1024 * 1024 })
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 5)
const seen: Array<unknown> = []
agent.messages.subscribe({
  next: (message) => seen.push("method" in message ? message.method : { ...message, head: "", tail: "" }),
  complete: () => {
    clearInterval(watch)
    process.stdout.write(JSON.stringify({ seen, grown: most - before }))
  }
})
