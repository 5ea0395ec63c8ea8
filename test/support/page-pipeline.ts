/** A page's own program, as text to bundle, and something to feed it with. */

/** Exports `textOf(lines, size)`: what the agent said in `lines`, read as UTF-8 in chunks of `size` bytes. */
export const pagePipeline = `
  import { from, reduce } from "rxjs"
  import { decodeMessages, sessionUpdates, splitLines } from "@rxacp/core"
  import { emptySession, foldSession, lastAgentMessage, messageText } from "@rxacp/fold"

  export const textOf = (lines: string, size: number): string => {
    const bytes = new TextEncoder().encode(lines)
    const places = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) => place * size)
    let text = "nothing"
    from(places.map((place) => bytes.subarray(place, place + size)))
      .pipe(splitLines(), decodeMessages(), sessionUpdates(), reduce(foldSession, emptySession()))
      .subscribe((state) => { text = messageText(lastAgentMessage(state)) })
    return text
  }`

/** The lines in which an agent says each of `texts` as one chunk. */
export const said = (...texts: ReadonlyArray<string>): string =>
  texts
    .map((text) => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } }))
    .map((update) => ({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "one", update } }))
    .map((message) => `${JSON.stringify(message)}\n`)
    .join("")
