/** One session as its agent sees it: the updates it reports, and what it asks its client for. */
import { defer, type Observable } from "rxjs"
import { CapabilityMissing } from "../failures.ts"
import type {
  CreateElicitationResponse,
  CreateTerminalRequest,
  CreateTerminalResponse,
  ElicitationSchema,
  KillTerminalResponse,
  ReadTextFileRequest,
  ReadTextFileResponse,
  ReleaseTerminalResponse,
  RequestId,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
  TerminalOutputResponse,
  WaitForTerminalExitResponse,
  WriteTextFileRequest,
  WriteTextFileResponse
} from "../schema/index.ts"
import { type CallSite, clientCall } from "./client-calls.ts"

/** What a form or an address is shown for. */
export type Elicitation =
  | {
      readonly mode: "form"
      readonly message: string
      readonly requestedSchema: ElicitationSchema
      readonly toolCallId?: string
    }
  | {
      readonly mode: "url"
      readonly message: string
      readonly elicitationId: string
      readonly url: string
      readonly toolCallId?: string
    }

/** The terminals of a session, by the id that `create` gives. They run at the client. */
export interface SessionTerminals {
  create(request: Omit<CreateTerminalRequest, "sessionId">): Observable<CreateTerminalResponse>
  output(terminalId: string): Observable<TerminalOutputResponse>
  waitForExit(terminalId: string): Observable<WaitForTerminalExitResponse>
  kill(terminalId: string): Observable<KillTerminalResponse>
  release(terminalId: string): Observable<ReleaseTerminalResponse>
}

/**
 * A session of an agent. Each call is a cold Observable of the client's result: sent on subscribe, given up with
 * `$/cancel_request` on unsubscribe. Without the client's capability it fails with `CapabilityMissing` and writes nothing.
 */
export interface AgentSession {
  readonly sessionId: string
  /**
   * Reports something at once, in a turn or outside of one. A kind that the client did not say it shows (`notice`,
   * `compaction_update`, `compaction_summary_chunk`) is not written but reported as `UpdateNotSent`. Throws
   * `MessageTooLarge` when too much waits to be written; what a handler emits waits instead.
   */
  update(update: SessionUpdate): void
  /** Every client answers this. Refusing is choosing an option that rejects; `cancelled` means that the turn is. */
  requestPermission(request: Omit<RequestPermissionRequest, "sessionId">): Observable<RequestPermissionResponse>
  readTextFile(request: Omit<ReadTextFileRequest, "sessionId">): Observable<ReadTextFileResponse>
  writeTextFile(request: Omit<WriteTextFileRequest, "sessionId">): Observable<WriteTextFileResponse>
  readonly terminals: SessionTerminals
  /** Asks the user for input. Each mode needs its own capability. */
  elicit(request: Elicitation): Observable<CreateElicitationResponse>
}

/** What a session's handle is made of. */
export interface SessionSite extends CallSite {
  readonly update: (sessionId: string, update: SessionUpdate) => void
}

export const agentSession = (site: SessionSite, sessionId: string): AgentSession => {
  const terminal = (terminalId: string) => ({ sessionId, terminalId })
  return {
    sessionId,
    update: (update) => site.update(sessionId, update),
    requestPermission: (request) => clientCall(site, "session/request_permission", { ...request, sessionId }),
    readTextFile: (request) => clientCall(site, "fs/read_text_file", { ...request, sessionId }),
    writeTextFile: (request) => clientCall(site, "fs/write_text_file", { ...request, sessionId }),
    terminals: {
      create: (request) => clientCall(site, "terminal/create", { ...request, sessionId }),
      output: (id) => clientCall(site, "terminal/output", terminal(id)),
      waitForExit: (id) => clientCall(site, "terminal/wait_for_exit", terminal(id)),
      kill: (id) => clientCall(site, "terminal/kill", terminal(id)),
      release: (id) => clientCall(site, "terminal/release", terminal(id))
    },
    elicit: (request) => elicit(site, request, { sessionId })
  }
}

/** Asks for input in the name of a session or of a request that is open. */
export const elicit = (
  site: CallSite,
  request: Elicitation,
  scope: { readonly sessionId: string } | { readonly requestId: RequestId }
): Observable<CreateElicitationResponse> =>
  defer(() => {
    const method = "elicitation/create"
    const offered = site.capabilities().elicitation?.[request.mode]
    if (offered === undefined || offered === null) {
      throw new CapabilityMissing({ method, capability: `clientCapabilities.elicitation.${request.mode}` })
    }
    return clientCall(site, method, { ...request, ...scope })
  })
