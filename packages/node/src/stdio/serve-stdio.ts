/** Serves an agent on this process's standard input and output. */
import { createTransport, type TransportOptions } from "@rxacp/core"
import { type AgentHandlers, type ServedAgent, serveAgent } from "@rxacp/core/agent"
import { stdioEndpoints } from "./stdio-endpoints.ts"

/**
 * Answers the client that started this process. To be called once, before anything is written to stdout: from then on
 * stdout carries frames only, and what the console or the program writes there goes to stderr. When the client closes
 * stdin, or stdout breaks, the handlers that run are unsubscribed and nothing of this keeps the process alive any more.
 */
export const serveStdio = (handlers: AgentHandlers, options: TransportOptions = {}): ServedAgent =>
  serveAgent(createTransport(stdioEndpoints(), options), handlers)
