// An agent of your own: run it with `npm start -- --agent "npx tsx --conditions=@rxacp/source examples/own-agent.ts" "hello"`.
import { serveStdio } from "@rxacp/node"
import { concat, concatMap, defer, from, map, of, timer } from "rxjs"

let sessions = 0

serveStdio({
  info: { name: "own-agent", version: "1.0.0" },
  newSession: () => of({ sessionId: `session-${++sessions}` }),
  // Completing the Observable ends the turn; a cancel unsubscribes it.
  prompt: ({ prompt }, { requestPermission }) => {
    const text = prompt.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join(" ")
    const words = from(`You said ${text.length} letters. `.split(/(?<= )/))
    const say = (part: string) => ({
      sessionUpdate: "agent_message_chunk" as const,
      content: { type: "text" as const, text: part }
    })
    const mayShout = defer(() =>
      requestPermission({
        toolCall: { toolCallId: "shout", title: "Shout", kind: "other" },
        options: [
          { optionId: "yes", name: "Yes", kind: "allow_once" },
          { optionId: "no", name: "No", kind: "reject_once" }
        ]
      })
    )
    return concat(
      words.pipe(concatMap((word) => timer(20).pipe(map(() => say(word))))),
      mayShout.pipe(
        map(({ outcome }) =>
          say(outcome.outcome === "selected" && outcome.optionId === "yes" ? text.toUpperCase() : text)
        )
      )
    )
  }
})
