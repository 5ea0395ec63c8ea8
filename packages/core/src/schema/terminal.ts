/** Commands that the client runs for the agent (protocol: Terminals). */
import * as Schema from "effect/Schema"
import { nullAs } from "./codec/lenient.ts"
import { EnvVariable } from "./env-variable.ts"
import { Meta, optionalNull, Uint32, Uint64 } from "./scalar.ts"
import { SessionId } from "./session-id.ts"
import { TerminalId } from "./tool-call.ts"

/** Params of `terminal/create`. `cwd` is absolute; of more output than `outputByteLimit` the start is dropped. */
export class CreateTerminalRequest extends Schema.Opaque<CreateTerminalRequest>()(
  Schema.Struct({
    sessionId: SessionId,
    command: Schema.String,
    args: Schema.optionalKey(nullAs(Schema.Array(Schema.String), [])),
    env: Schema.optionalKey(nullAs(Schema.Array(EnvVariable), [])),
    cwd: Schema.optionalKey(Schema.NullOr(Schema.String)),
    outputByteLimit: Schema.optionalKey(Schema.NullOr(Uint64)),
    _meta: Meta
  })
) {}

/** Result of `terminal/create`. */
export class CreateTerminalResponse extends Schema.Opaque<CreateTerminalResponse>()(
  Schema.Struct({ terminalId: TerminalId, _meta: Meta })
) {}

const ofTerminal = { sessionId: SessionId, terminalId: TerminalId, _meta: Meta }

/** Params of `terminal/output`. */
export class TerminalOutputRequest extends Schema.Opaque<TerminalOutputRequest>()(Schema.Struct(ofTerminal)) {}

/** How a command ended: `exitCode` is null when a signal ended it, and then `signal` names that. */
export class TerminalExitStatus extends Schema.Opaque<TerminalExitStatus>()(
  Schema.Struct({ exitCode: optionalNull(Uint32), signal: optionalNull(Schema.String), _meta: Meta })
) {}

/** Result of `terminal/output`: everything so far, and how the command ended if it has. */
export class TerminalOutputResponse extends Schema.Opaque<TerminalOutputResponse>()(
  Schema.Struct({
    output: Schema.String,
    truncated: Schema.Boolean,
    exitStatus: optionalNull(TerminalExitStatus),
    _meta: Meta
  })
) {}

/** Params of `terminal/wait_for_exit`. */
export class WaitForTerminalExitRequest extends Schema.Opaque<WaitForTerminalExitRequest>()(
  Schema.Struct(ofTerminal)
) {}

/** Result of `terminal/wait_for_exit`. */
export class WaitForTerminalExitResponse extends Schema.Opaque<WaitForTerminalExitResponse>()(
  Schema.Struct(TerminalExitStatus.fields)
) {}

/** Params of `terminal/kill`. */
export class KillTerminalRequest extends Schema.Opaque<KillTerminalRequest>()(Schema.Struct(ofTerminal)) {}

/** Result of `terminal/kill`. */
export class KillTerminalResponse extends Schema.Opaque<KillTerminalResponse>()(Schema.Struct({ _meta: Meta })) {}

/** Params of `terminal/release`. */
export class ReleaseTerminalRequest extends Schema.Opaque<ReleaseTerminalRequest>()(Schema.Struct(ofTerminal)) {}

/** Result of `terminal/release`. */
export class ReleaseTerminalResponse extends Schema.Opaque<ReleaseTerminalResponse>()(Schema.Struct({ _meta: Meta })) {}
