// Writes numbered updates as fast as its reader takes them, until it is told to stop by the end of its pipe.
const update = (n) =>
  JSON.stringify({
    jsonrpc: "2.0",
    method: "session/update",
    params: {
      sessionId: "s1",
      update: { sessionUpdate: "agent_message_chunk", messageId: "m", content: { type: "text", text: `${n} ` } }
    }
  })

process.stdout.on("error", () => process.exit(0))
process.stdin.on("end", () => process.exit(0)).resume()

let n = 0
const write = () => {
  let more = true
  while (more) {
    const lines = Array.from({ length: 1 + (n % 7) }, () => update(++n))
    more = process.stdout.write(`${lines.join("\n")}\n`)
  }
  process.stdout.once("drain", write)
}
write()
