/** Reading and writing the client's text files (protocol: File System). */

import * as Schema from "effect/Schema"
import { field, struct } from "./described.ts"
import { Meta, Uint32 } from "./scalar.ts"
import { SessionId } from "./session-id.ts"

/** Params of `fs/read_text_file`. `path` is absolute, `line` counts from 1, `limit` is a number of lines. */
export class ReadTextFileRequest extends Schema.Opaque<ReadTextFileRequest>()(
  struct(
    "ReadTextFileRequest",
    "Params of `fs/read_text_file`. `path` is absolute, `line` counts from 1, `limit` is a number of lines.",
    {
      sessionId: field("The session that asks.", SessionId),
      path: field("The absolute path of the file.", Schema.String),
      line: field("The line to begin at, from 1.", Schema.optionalKey(Schema.NullOr(Uint32))),
      limit: field("How many lines to read at most.", Schema.optionalKey(Schema.NullOr(Uint32))),
      _meta: Meta
    }
  )
) {}

/** Result of `fs/read_text_file`. */
export class ReadTextFileResponse extends Schema.Opaque<ReadTextFileResponse>()(
  struct("ReadTextFileResponse", "Result of `fs/read_text_file`.", {
    content: field("The text that was read.", Schema.String),
    _meta: Meta
  })
) {}

/** Params of `fs/write_text_file`: replaces the whole file, or creates it. `path` is absolute. */
export class WriteTextFileRequest extends Schema.Opaque<WriteTextFileRequest>()(
  struct(
    "WriteTextFileRequest",
    "Params of `fs/write_text_file`: replaces the whole file, or creates it. `path` is absolute.",
    {
      sessionId: field("The session that asks.", SessionId),
      path: field("The absolute path of the file.", Schema.String),
      content: field("The whole new text.", Schema.String),
      _meta: Meta
    }
  )
) {}

/** Result of `fs/write_text_file`. */
export class WriteTextFileResponse extends Schema.Opaque<WriteTextFileResponse>()(
  struct("WriteTextFileResponse", "Result of `fs/write_text_file`.", { _meta: Meta })
) {}
