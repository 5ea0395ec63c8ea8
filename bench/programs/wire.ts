/** What the agents of the benchmarks write, and how they are told to begin. */
import { readSync, writeSync } from "node:fs"
import type { SessionUpdate } from "@rxacp/core"

const STDIN = 0
const STDOUT = 1
const SESSION_ID = "5f0c2b1e-8d7a-4c39-9b64-2a1f3e5d7c80"

/** One `session/update` as it stands on the wire, with its LF. */
export const updateLine = (update: SessionUpdate): string =>
  `${JSON.stringify({
    jsonrpc: "2.0",
    method: "session/update",
    params: { sessionId: SESSION_ID, update }
  })}\n`

/** A chunk of an agent's message. */
export const textChunk = (text: string, messageId = "message-0"): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  messageId,
  content: { type: "text", text }
})

/** Writes all of it; blocks while the pipe is full, as an agent that is held back does. */
export const writeOut = (bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(STDOUT, bytes, at)
}

const taken = new Uint8Array(1024)

/** Says that the agent is there, with one update, and blocks until the host answers. */
export const awaitGo = (): void => {
  writeOut(Buffer.from(updateLine(textChunk("ready"))))
  readSync(STDIN, taken)
}

const answers: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: 1, agentCapabilities: {} },
  "session/new": { sessionId: SESSION_ID }
}

/** Answers the handshake and opens the session; returns when the client prompts, or when it closes stdin. */
export const awaitPrompt = (): void => {
  let text = ""
  for (let size = readSync(STDIN, taken); size > 0; size = readSync(STDIN, taken)) {
    const lines = (text + Buffer.from(taken.subarray(0, size)).toString()).split("\n")
    text = lines.pop() ?? ""
    for (const line of lines) {
      const { id, method } = JSON.parse(line)
      if (method === "session/prompt") return
      const result = answers[method]
      if (result !== undefined) writeOut(Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`))
    }
  }
}

/** Blocks until the host closes stdin, so that no exit is handled while the clock runs. */
export const awaitEnd = (): void => {
  while (readSync(STDIN, taken) > 0);
}
