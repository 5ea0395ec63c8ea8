/** A user's program, compiled and run against the packed packages: prints what an agent that speaks once says. */
import { sessionUpdates } from "@rxacp/core"
import { emptySession, foldSession, lastAgentMessage, messageText, type SessionState } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { lastValueFrom, type Observable, scan } from "rxjs"

const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "hello" } }
const line = JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "one", update } })
const agent = spawnAgent({ command: process.execPath, args: ["-e", `console.log(${JSON.stringify(line)})`] })

const states: Observable<SessionState> = agent.messages.pipe(sessionUpdates(), scan(foldSession, emptySession()))
const message = lastAgentMessage(await lastValueFrom(states))

process.stdout.write(message === undefined ? "nothing" : messageText(message))
