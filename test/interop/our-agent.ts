/** An agent made with `serveAgent` that has every handler, uses every call to the client, and reports every update. */
import type { SessionUpdate } from "@rxacp/core"
import type { AgentHandlers } from "@rxacp/core/agent"
import { concat, finalize, map, mergeMap, NEVER, type Observable, of, tap, toArray } from "rxjs"
import { everyUpdate } from "./sdk-agent.ts"

const say = (text: string): SessionUpdate => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } })

const modes = { currentModeId: "ask", availableModes: [{ id: "ask", name: "Ask" }] }
const configOptions = [{ type: "boolean" as const, id: "fast", name: "Fast", currentValue: false }]

/** The handlers. `gone` hears of every turn that was given up. Prompts are told apart by their text. */
export const ourHandlers = (gone: () => void = () => {}): AgentHandlers => {
  const seen: Array<string> = []
  const noted = (what: string) => {
    seen.push(what)
    return of({})
  }
  return {
    info: { name: "our-agent", version: "1" },
    capabilities: { promptCapabilities: { image: true }, mcpCapabilities: { http: true }, additionalDirectories: true },
    authMethods: [{ id: "key", name: "Key" }],
    authenticate: ({ methodId }) => noted(`authenticate ${methodId}`),
    logout: () => noted("logout"),
    newSession: () => of({ sessionId: "s1", modes, configOptions }),
    loadSession: () => of(say("one"), say("two"), { modes }),
    resume: () => of({ configOptions }),
    list: ({ cursor }) =>
      of(
        cursor === "more"
          ? { sessions: [{ sessionId: "b", cwd: "/w" }] }
          : { sessions: [{ sessionId: "a", cwd: "/w" }], nextCursor: "more" }
      ),
    close: ({ sessionId }) => noted(`close ${sessionId}`),
    delete: ({ sessionId }) => noted(`delete ${sessionId}`),
    setMode: ({ modeId }) => noted(`mode ${modeId}`),
    setConfigOption: ({ value }) =>
      of({ configOptions: [{ ...configOptions[0], currentValue: value === true }] as never }),
    handlers: { "_acme/seen": () => of(seen) },
    prompt: ({ prompt }, context) => {
      const text = prompt[0]?.type === "text" ? prompt[0].text : ""
      if (text === "wait") {
        return concat(
          of(say("waiting")),
          context
            .requestPermission({
              toolCall: { toolCallId: "t1" },
              options: [{ optionId: "y", name: "Yes", kind: "allow_once" }]
            })
            .pipe(mergeMap(() => NEVER))
        ).pipe(finalize(gone))
      }
      return concat(
        of(...(everyUpdate as ReadonlyArray<SessionUpdate>)),
        everyCall(context),
        of({ stopReason: "max_tokens" })
      )
    }
  }
}

/** Calls everything a client offers, one after the other, and says the answers as JSON. */
const everyCall = (context: Parameters<AgentHandlers["prompt"]>[1]): Observable<SessionUpdate> =>
  concat<ReadonlyArray<unknown>>(
    context.requestPermission({
      toolCall: { toolCallId: "t1" },
      options: [{ optionId: "y", name: "Yes", kind: "allow_once" }]
    }),
    context.writeTextFile({ path: "/w/a", content: "written" }),
    context.readTextFile({ path: "/w/a", line: 1, limit: 1 }),
    context.terminals.create({ command: "echo", args: ["hi"] }),
    context.terminals.output("term"),
    context.terminals.waitForExit("term"),
    context.terminals.kill("term"),
    context.terminals.release("term"),
    context.elicit({ mode: "form", message: "Name?", requestedSchema: { type: "object", properties: {} } }),
    context.request("_acme/ping", { n: 1 }),
    context.elicit({ mode: "url", message: "Go", elicitationId: "e", url: "https://example.com/" })
  ).pipe(
    tap({ complete: () => context.completeElicitation("e") }),
    toArray(),
    map((answers) => say(JSON.stringify(answers)))
  )
