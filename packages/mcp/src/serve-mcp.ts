/** Agents as tools of an MCP server: each tool takes a prompt and answers with the agent's reply. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import type { SessionEvent } from "@rxacp/core"
import { fromEvent, type Observable, takeUntil } from "rxjs"
import { failed, progressOf, replyAfter, resultOf, type TurnResult } from "./turn-result.ts"

/** One agent on offer. */
export interface AgentTool {
  /** What the agent is good for; the caller's model chooses by it. */
  readonly description: string
  /**
   * The events of one turn, such as `connection.open({ cwd }).pipe(concatMap((session) => session.prompt(text)))`.
   * Unsubscribed when the caller cancels.
   */
  readonly prompt: (text: string) => Observable<SessionEvent>
}

/** Options of `serveMcp`. */
export interface ServeMcpOptions {
  /** What the server calls itself. */
  readonly info?: { readonly name: string; readonly version: string }
}

const inputSchema = {
  type: "object" as const,
  properties: { prompt: { type: "string", description: "What the agent is to do" } },
  required: ["prompt"]
}

interface Call {
  readonly turn: Observable<SessionEvent>
  readonly signal: AbortSignal
  readonly progress: (message: string) => void
}

/** Runs a turn to its end; a cancelled one is left at once. Never rejects: a failure is a result that says so. */
const run = ({ turn, signal, progress }: Call): Promise<TurnResult> =>
  new Promise((resolve) => {
    let reply = ""
    let last: SessionEvent | undefined
    turn.pipe(takeUntil(fromEvent(signal, "abort"))).subscribe({
      next: (event) => {
        last = event
        reply = replyAfter(reply, event)
        const message = progressOf(event)
        if (message !== undefined) progress(message)
      },
      error: (failure: unknown) => resolve(failed(failure instanceof Error ? failure.message : String(failure))),
      complete: () => resolve(resultOf(reply, last))
    })
  })

/**
 * An MCP server with one tool for each agent, by name; connect it to a transport of the MCP SDK. A call sends its prompt and
 * answers with the text of the reply; what the agent does meanwhile is reported as progress when the caller asks for it, and
 * a cancelled call unsubscribes its turn, which cancels it. A turn that fails, or ends otherwise than with `end_turn`, is a
 * result marked as an error. The server serves one peer, as those of the MCP SDK do.
 */
export const serveMcp = (agents: Readonly<Record<string, AgentTool>>, options: ServeMcpOptions = {}): Server => {
  const { info = { name: "rxacp", version: "0.1.0" } } = options
  const server = new Server({ ...info }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(agents).map(([name, { description }]) => ({ name, description, inputSchema }))
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const { name } = params
    const agent = Object.hasOwn(agents, name) ? agents[name] : undefined
    const text = params.arguments?.prompt
    if (agent === undefined) return { ...failed(`there is no agent ${name}`) }
    if (typeof text !== "string" || text === "") return { ...failed("prompt must be a text") }
    const progressToken = params._meta?.progressToken
    let count = 0
    const progress = (message: string): void => {
      if (progressToken === undefined) return
      count += 1
      const notification = { progressToken, progress: count, message }
      // A peer that is gone has cancelled the call by that.
      sendNotification({ method: "notifications/progress", params: notification }).catch(() => {})
    }
    return { ...(await run({ turn: agent.prompt(text), signal, progress })) }
  })
  return server
}
