/** The methods of ACP v1: who calls whom, with what, for what, and what has to be offered first. */
import type * as Schema from "effect/Schema"
import { AuthenticateRequest, AuthenticateResponse, LogoutRequest, LogoutResponse } from "./auth.ts"
import { CompleteElicitationNotification, CreateElicitationRequest, CreateElicitationResponse } from "./elicitation.ts"
import { ReadTextFileRequest, ReadTextFileResponse, WriteTextFileRequest, WriteTextFileResponse } from "./files.ts"
import { InitializeRequest, InitializeResponse } from "./initialize.ts"
import { RequestPermissionRequest, RequestPermissionResponse } from "./permission.ts"
import {
  CancelNotification,
  CancelRequestNotification,
  PromptRequest,
  PromptResponse,
  SessionNotification
} from "./prompt.ts"
import {
  CloseSessionRequest,
  CloseSessionResponse,
  DeleteSessionRequest,
  DeleteSessionResponse,
  ListSessionsRequest,
  ListSessionsResponse,
  LoadSessionRequest,
  LoadSessionResponse,
  NewSessionRequest,
  NewSessionResponse,
  ResumeSessionRequest,
  ResumeSessionResponse
} from "./session.ts"
import {
  SetSessionConfigOptionRequest,
  SetSessionConfigOptionResponse,
  SetSessionModeRequest,
  SetSessionModeResponse
} from "./session-choice.ts"
import {
  CreateTerminalRequest,
  CreateTerminalResponse,
  KillTerminalRequest,
  KillTerminalResponse,
  ReleaseTerminalRequest,
  ReleaseTerminalResponse,
  TerminalOutputRequest,
  TerminalOutputResponse,
  WaitForTerminalExitRequest,
  WaitForTerminalExitResponse
} from "./terminal.ts"

/** Who may call a method. */
type Direction = "client->agent" | "agent->client" | "both"

/** What a method entry may say besides its schemas. */
interface MethodTraits {
  /** The receiver must have offered one of these in `initialize`: a path into its params or result. */
  readonly needs?: ReadonlyArray<string>
  /** A null result counts as `{}`. */
  readonly nullResult?: true
}

const request = <const Way extends Direction, Params, Result>(
  direction: Way,
  params: Schema.Codec<Params, unknown>,
  result: Schema.Codec<Result, unknown>,
  traits: MethodTraits = {}
) => ({ kind: "request" as const, direction, params, result, ...traits })

const notification = <Way extends Direction, Params>(
  direction: Way,
  params: Schema.Codec<Params, unknown>,
  traits: MethodTraits = {}
) => ({ kind: "notification" as const, direction, params, ...traits })

const session = "agentCapabilities.sessionCapabilities"
const nullResult = { nullResult: true } as const
const terminal = { needs: ["clientCapabilities.terminal"] }
const form = "clientCapabilities.elicitation.form"
const url = "clientCapabilities.elicitation.url"

/** The 25 methods of ACP v1 by name, with the schemas of what each is called with and answered with. */
export const methodSchemas = {
  initialize: request("client->agent", InitializeRequest, InitializeResponse),
  authenticate: request("client->agent", AuthenticateRequest, AuthenticateResponse, nullResult),
  logout: request("client->agent", LogoutRequest, LogoutResponse, {
    needs: ["agentCapabilities.auth.logout"],
    ...nullResult
  }),
  "session/new": request("client->agent", NewSessionRequest, NewSessionResponse),
  "session/load": request("client->agent", LoadSessionRequest, LoadSessionResponse, {
    needs: ["agentCapabilities.loadSession"],
    ...nullResult
  }),
  "session/resume": request("client->agent", ResumeSessionRequest, ResumeSessionResponse, {
    needs: [`${session}.resume`]
  }),
  "session/list": request("client->agent", ListSessionsRequest, ListSessionsResponse, { needs: [`${session}.list`] }),
  "session/delete": request("client->agent", DeleteSessionRequest, DeleteSessionResponse, {
    needs: [`${session}.delete`],
    ...nullResult
  }),
  "session/close": request("client->agent", CloseSessionRequest, CloseSessionResponse, {
    needs: [`${session}.close`],
    ...nullResult
  }),
  "session/set_mode": request("client->agent", SetSessionModeRequest, SetSessionModeResponse, nullResult),
  "session/set_config_option": request("client->agent", SetSessionConfigOptionRequest, SetSessionConfigOptionResponse),
  "session/prompt": request("client->agent", PromptRequest, PromptResponse),
  "session/cancel": notification("client->agent", CancelNotification),
  "session/update": notification("agent->client", SessionNotification),
  "session/request_permission": request("agent->client", RequestPermissionRequest, RequestPermissionResponse),
  "fs/read_text_file": request("agent->client", ReadTextFileRequest, ReadTextFileResponse, {
    needs: ["clientCapabilities.fs.readTextFile"]
  }),
  "fs/write_text_file": request("agent->client", WriteTextFileRequest, WriteTextFileResponse, {
    needs: ["clientCapabilities.fs.writeTextFile"],
    ...nullResult
  }),
  "terminal/create": request("agent->client", CreateTerminalRequest, CreateTerminalResponse, terminal),
  "terminal/output": request("agent->client", TerminalOutputRequest, TerminalOutputResponse, terminal),
  "terminal/wait_for_exit": request("agent->client", WaitForTerminalExitRequest, WaitForTerminalExitResponse, terminal),
  "terminal/kill": request("agent->client", KillTerminalRequest, KillTerminalResponse, { ...terminal, ...nullResult }),
  "terminal/release": request("agent->client", ReleaseTerminalRequest, ReleaseTerminalResponse, {
    ...terminal,
    ...nullResult
  }),
  "elicitation/create": request("agent->client", CreateElicitationRequest, CreateElicitationResponse, {
    needs: [form, url]
  }),
  "elicitation/complete": notification("agent->client", CompleteElicitationNotification, { needs: [url] }),
  "$/cancel_request": notification("both", CancelRequestNotification)
}
