/** What an agent is made of: functions that answer a client's calls. What is present is advertised. */
import type { Observable, ObservableInput } from "rxjs"
import type { ExtensionHandlers } from "../rpc/extension-handler.ts"
import type { RequestContext } from "../rpc/request-context.ts"
import type { TraceSink } from "../rpc/trace.ts"
import type {
  AgentCapabilities,
  AuthenticateRequest,
  AuthenticateResponse,
  AuthMethod,
  CloseSessionRequest,
  CloseSessionResponse,
  CreateElicitationResponse,
  DeleteSessionRequest,
  DeleteSessionResponse,
  Implementation,
  InitializeRequest,
  ListSessionsRequest,
  ListSessionsResponse,
  LoadSessionRequest,
  LoadSessionResponse,
  LogoutRequest,
  LogoutResponse,
  NewSessionRequest,
  NewSessionResponse,
  PromptRequest,
  PromptResponse,
  ResumeSessionRequest,
  ResumeSessionResponse,
  SessionUpdate,
  SetSessionConfigOptionRequest,
  SetSessionConfigOptionResponse,
  SetSessionModeRequest,
  SetSessionModeResponse
} from "../schema/index.ts"
import type { ConnectionLimits } from "../session/limits.ts"
import type { AgentSession, Elicitation } from "./agent-session.ts"
import type { ClientLink } from "./client-link.ts"

/** What a handler learns about the request it answers, and the way back to the client. */
export interface AgentContext extends RequestContext, ClientLink {
  /** What the client said of itself in the handshake. */
  readonly client: InitializeRequest
  /** Aborted when the answer is no longer needed: for code that can't be unsubscribed, such as `fetch`. */
  readonly signal: AbortSignal
  /** The handle of a session, for reports outside of its turns as well. */
  session(sessionId: string): AgentSession
  /** Asks the user for input, for as long as this request is open. Needs the capability of its mode. */
  elicit(request: Elicitation): Observable<CreateElicitationResponse>
}

/** The same in a call about one session, whose handle it is too. */
export interface AgentSessionContext extends AgentContext, AgentSession {
  elicit(request: Elicitation): Observable<CreateElicitationResponse>
}

/**
 * Answers one request: the first value is the result, completing without one is an empty result. A `RequestFailed` is
 * answered with its code, `AuthRequired` with -32000, anything else with -32603 and a `HandlerFailed` diagnostic.
 * Unsubscribed when the client cancels the request.
 */
export type AgentHandler<Params, Result, Context = AgentSessionContext> = (
  params: Params,
  context: Context
) => ObservableInput<Result>

/** The handlers of an agent. `newSession` and `prompt` are what every agent must have (protocol: Initialization). */
export interface AgentHandlers {
  /** What the agent calls itself. */
  readonly info?: Implementation
  /** Advertised besides what follows from the handlers. */
  readonly capabilities?: Pick<AgentCapabilities, "promptCapabilities" | "mcpCapabilities" | "_meta"> & {
    /** The agent takes `additionalDirectories`. */
    readonly additionalDirectories?: boolean
  }
  /** The ways to authenticate that are offered. */
  readonly authMethods?: ReadonlyArray<AuthMethod>

  readonly newSession: AgentHandler<NewSessionRequest, NewSessionResponse, AgentContext>
  /**
   * One turn: the updates it emits are written in order, and as fast as the client takes them. It ends with the
   * `PromptResponse` it emits (`{ stopReason: "max_tokens" }`), or with `end_turn` when it completes without one.
   * On `session/cancel` it is unsubscribed and answered `cancelled`. Iterables are read only as fast as the client takes
   * them; what an Observable emits meanwhile waits in memory.
   */
  readonly prompt: AgentHandler<PromptRequest, SessionUpdate | PromptResponse>
  /** The whole history as updates, and what the session is set to; answered after the last of the updates. */
  readonly loadSession?: AgentHandler<LoadSessionRequest, SessionUpdate | LoadSessionResponse>
  readonly resume?: AgentHandler<ResumeSessionRequest, ResumeSessionResponse>
  readonly list?: AgentHandler<ListSessionsRequest, ListSessionsResponse, AgentContext>
  /** A running turn of the session is cancelled first. */
  readonly close?: AgentHandler<CloseSessionRequest, CloseSessionResponse>
  readonly delete?: AgentHandler<DeleteSessionRequest, DeleteSessionResponse>
  readonly setMode?: AgentHandler<SetSessionModeRequest, SetSessionModeResponse>
  readonly setConfigOption?: AgentHandler<SetSessionConfigOptionRequest, SetSessionConfigOptionResponse>
  readonly authenticate?: AgentHandler<AuthenticateRequest, AuthenticateResponse, AgentContext>
  readonly logout?: AgentHandler<LogoutRequest, LogoutResponse, AgentContext>
  /** Handlers of requests and notifications that are not part of the protocol, by method. */
  readonly handlers?: ExtensionHandlers
  /** Caps on what is kept of what the client sends. */
  readonly limits?: Pick<ConnectionLimits, "maxHeldBytes">
  /** Gets metadata of every message, never content. */
  readonly trace?: TraceSink
}
