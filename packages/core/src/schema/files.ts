/** Reading and writing the client's text files (protocol: File System). */
import * as Schema from "effect/Schema"
import { Meta, Uint32 } from "./scalar.ts"
import { SessionId } from "./session-id.ts"

/** Params of `fs/read_text_file`. `path` is absolute, `line` counts from 1, `limit` is a number of lines. */
export class ReadTextFileRequest extends Schema.Opaque<ReadTextFileRequest>()(
  Schema.Struct({
    sessionId: SessionId,
    path: Schema.String,
    line: Schema.optionalKey(Schema.NullOr(Uint32)),
    limit: Schema.optionalKey(Schema.NullOr(Uint32)),
    _meta: Meta
  })
) {}

/** Result of `fs/read_text_file`. */
export class ReadTextFileResponse extends Schema.Opaque<ReadTextFileResponse>()(
  Schema.Struct({ content: Schema.String, _meta: Meta })
) {}

/** Params of `fs/write_text_file`: replaces the whole file, or creates it. `path` is absolute. */
export class WriteTextFileRequest extends Schema.Opaque<WriteTextFileRequest>()(
  Schema.Struct({ sessionId: SessionId, path: Schema.String, content: Schema.String, _meta: Meta })
) {}

/** Result of `fs/write_text_file`. */
export class WriteTextFileResponse extends Schema.Opaque<WriteTextFileResponse>()(Schema.Struct({ _meta: Meta })) {}
