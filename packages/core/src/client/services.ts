/** What a client can offer to an agent. What is present is advertised; there are no flags. */
import type { ObservableInput } from "rxjs"
import type { RequestContext } from "../rpc/request-context.ts"
import type {
  CreateTerminalRequest,
  CreateTerminalResponse,
  KillTerminalRequest,
  KillTerminalResponse,
  ReadTextFileRequest,
  ReadTextFileResponse,
  ReleaseTerminalRequest,
  ReleaseTerminalResponse,
  TerminalOutputRequest,
  TerminalOutputResponse,
  WaitForTerminalExitRequest,
  WaitForTerminalExitResponse,
  WriteTextFileRequest,
  WriteTextFileResponse
} from "../schema/index.ts"

/**
 * Answers one request: the first value is the result, an error is answered as an error (`RequestFailed` with its code,
 * `AuthRequired` as -32000, anything else as -32603 with a `HandlerFailed` diagnostic), and the answer is unsubscribed when
 * the agent cancels the request.
 */
export type Answer<Params, Result> = (params: Params, context: RequestContext) => ObservableInput<Result>

/** `fs/*`: each method that is present is advertised. */
export interface FileService {
  readonly readTextFile?: Answer<ReadTextFileRequest, ReadTextFileResponse>
  readonly writeTextFile?: Answer<WriteTextFileRequest, WriteTextFileResponse>
}

/** `terminal/*`: all five methods. */
export interface TerminalService {
  readonly create: Answer<CreateTerminalRequest, CreateTerminalResponse>
  readonly output: Answer<TerminalOutputRequest, TerminalOutputResponse>
  readonly waitForExit: Answer<WaitForTerminalExitRequest, WaitForTerminalExitResponse>
  readonly kill: Answer<KillTerminalRequest, KillTerminalResponse>
  readonly release: Answer<ReleaseTerminalRequest, ReleaseTerminalResponse>
  /** Called when a session is closed or deleted, and with no id when the connection ends: release what it still owns. */
  readonly endSession?: (sessionId?: string) => void
}
