/** Commands that the client runs for the agent (protocol: Terminals). */

import * as Schema from "effect/Schema"
import { field, struct } from "./described.ts"
import { EnvVariable } from "./env-variable.ts"
import { nullAs } from "./lenient.ts"
import { Meta, optionalNull, Uint32, Uint64 } from "./scalar.ts"
import { SessionId } from "./session-id.ts"
import { TerminalId } from "./tool-call.ts"

/** Params of `terminal/create`. `cwd` is absolute; of more output than `outputByteLimit` the start is dropped. */
export class CreateTerminalRequest extends Schema.Opaque<CreateTerminalRequest>()(
  struct(
    "CreateTerminalRequest",
    "Params of `terminal/create`. `cwd` is absolute; of more output than `outputByteLimit` the start is dropped.",
    {
      sessionId: field("The session that asks.", SessionId),
      command: field("The program to run.", Schema.String),
      args: field("Its arguments.", Schema.optionalKey(nullAs(Schema.Array(Schema.String), []))),
      env: field("Environment variables to add.", Schema.optionalKey(nullAs(Schema.Array(EnvVariable), []))),
      cwd: field("The absolute path to run it in.", Schema.optionalKey(Schema.NullOr(Schema.String))),
      outputByteLimit: field(
        "How many bytes of output to keep; of more, the start is dropped.",
        Schema.optionalKey(Schema.NullOr(Uint64))
      ),
      _meta: Meta
    }
  )
) {}

/** Result of `terminal/create`. */
export class CreateTerminalResponse extends Schema.Opaque<CreateTerminalResponse>()(
  struct("CreateTerminalResponse", "Result of `terminal/create`.", {
    terminalId: field("The id of the new terminal.", TerminalId),
    _meta: Meta
  })
) {}

const ofTerminal = {
  sessionId: field("The session that asks.", SessionId),
  terminalId: field("The id of the terminal.", TerminalId),
  _meta: Meta
}

/** Params of `terminal/output`. */
export class TerminalOutputRequest extends Schema.Opaque<TerminalOutputRequest>()(
  struct("TerminalOutputRequest", "Params of `terminal/output`.", ofTerminal)
) {}

/** How a command ended: `exitCode` is null when a signal ended it, and then `signal` names that. */
export class TerminalExitStatus extends Schema.Opaque<TerminalExitStatus>()(
  struct(
    "TerminalExitStatus",
    "How a command ended: `exitCode` is null when a signal ended it, and then `signal` names that.",
    {
      exitCode: field("The exit code; null when a signal ended it.", optionalNull(Uint32)),
      signal: field("The signal that ended it, such as `SIGTERM`.", optionalNull(Schema.String)),
      _meta: Meta
    }
  )
) {}

/** Result of `terminal/output`: everything so far, and how the command ended if it has. */
export class TerminalOutputResponse extends Schema.Opaque<TerminalOutputResponse>()(
  struct(
    "TerminalOutputResponse",
    "Result of `terminal/output`: everything so far, and how the command ended if it has.",
    {
      output: field("The output so far.", Schema.String),
      truncated: field("Whether the start of the output was dropped.", Schema.Boolean),
      exitStatus: field("How the command ended, once it has.", optionalNull(TerminalExitStatus)),
      _meta: Meta
    }
  )
) {}

/** Params of `terminal/wait_for_exit`. */
export class WaitForTerminalExitRequest extends Schema.Opaque<WaitForTerminalExitRequest>()(
  struct("WaitForTerminalExitRequest", "Params of `terminal/wait_for_exit`.", ofTerminal)
) {}

/** Result of `terminal/wait_for_exit`. */
export class WaitForTerminalExitResponse extends Schema.Opaque<WaitForTerminalExitResponse>()(
  struct("WaitForTerminalExitResponse", "Result of `terminal/wait_for_exit`.", TerminalExitStatus.fields)
) {}

/** Params of `terminal/kill`. */
export class KillTerminalRequest extends Schema.Opaque<KillTerminalRequest>()(
  struct("KillTerminalRequest", "Params of `terminal/kill`.", ofTerminal)
) {}

/** Result of `terminal/kill`. */
export class KillTerminalResponse extends Schema.Opaque<KillTerminalResponse>()(
  struct("KillTerminalResponse", "Result of `terminal/kill`.", { _meta: Meta })
) {}

/** Params of `terminal/release`. */
export class ReleaseTerminalRequest extends Schema.Opaque<ReleaseTerminalRequest>()(
  struct("ReleaseTerminalRequest", "Params of `terminal/release`.", ofTerminal)
) {}

/** Result of `terminal/release`. */
export class ReleaseTerminalResponse extends Schema.Opaque<ReleaseTerminalResponse>()(
  struct("ReleaseTerminalResponse", "Result of `terminal/release`.", { _meta: Meta })
) {}
