/** A language model on the loopback interface that follows a script, behind the APIs of four vendors. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { json } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { type MessagesRequest, messageStream, wholeMessage } from "./anthropic.ts"
import { type GeminiRequest, generated, generatedStream } from "./gemini.ts"
import { type ChatRequest, chatCompletion } from "./openai-chat.ts"
import { type ResponsesRequest, response } from "./openai-responses.ts"

/** A model that runs. */
export interface ScriptedModel {
  /** Where it listens, without a slash at the end. */
  readonly url: string
  close(): Promise<void>
}

type Answer = { readonly stream: AsyncIterable<string> } | { readonly body: object }

/** By the path of the request. What the agents ask besides is answered with an empty object. */
const answer = (path: string, request: unknown): Answer => {
  if (path.endsWith("/chat/completions")) return { stream: chatCompletion(request as ChatRequest) }
  if (path.endsWith("/responses")) return { stream: response(request as ResponsesRequest) }
  if (path.endsWith(":streamGenerateContent")) return { stream: generatedStream(request as GeminiRequest) }
  if (path.endsWith(":generateContent")) return { body: generated() }
  if (path.endsWith("/messages")) {
    const messages = request as MessagesRequest
    return messages.stream === true ? { stream: messageStream(messages) } : { body: wholeMessage(messages) }
  }
  if (path.endsWith("/models")) return { body: { object: "list", data: [{ id: "scripted", object: "model" }] } }
  return { body: {} }
}

const serve = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
  const body = request.method === "POST" ? await json(request) : {}
  const { pathname } = new URL(request.url ?? "/", "http://localhost")
  const given = answer(pathname, body)
  if ("stream" in given) {
    reply.writeHead(200, { "content-type": "text/event-stream" })
    await pipeline(Readable.from(given.stream), reply)
  } else {
    reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(given.body))
  }
}

/** Starts a model on a free port. */
export const scriptedModel = async (): Promise<ScriptedModel> => {
  const server = createServer((request, reply) => {
    // An agent that is cancelled hangs up in the middle of a reply.
    serve(request, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
