/** The MCP servers that an agent shall connect to (protocol: Session Setup, MCP Servers). */
import * as Schema from "effect/Schema"
import { nullAs } from "./codec/lenient.ts"
import type { Tagged } from "./codec/tagged.ts"
import { EnvVariable } from "./env-variable.ts"
import { Meta } from "./scalar.ts"

/** A header of a HTTP request. */
export class HttpHeader extends Schema.Opaque<HttpHeader>()(
  Schema.Struct({ name: Schema.String, value: Schema.String, _meta: Meta })
) {}

const overHttp = {
  name: Schema.String,
  url: Schema.String,
  headers: nullAs(Schema.Array(HttpHeader), []),
  _meta: Meta
}

/** A server over HTTP; needs `mcpCapabilities.http`. */
export class McpServerHttp extends Schema.Opaque<McpServerHttp>()(Schema.Struct(overHttp)) {}

/** A server over server-sent events, which MCP deprecated; needs `mcpCapabilities.sse`. */
export class McpServerSse extends Schema.Opaque<McpServerSse>()(Schema.Struct(overHttp)) {}

/** A program that speaks MCP over its standard input and output; `command` is an absolute path. */
export class McpServerStdio extends Schema.Opaque<McpServerStdio>()(
  Schema.Struct({
    name: Schema.String,
    command: Schema.String,
    args: nullAs(Schema.Array(Schema.String), []),
    env: nullAs(Schema.Array(EnvVariable), []),
    _meta: Meta
  })
) {}

/** A server. Only the kinds over the network have a `type`. */
export const McpServer: Schema.Codec<McpServer, unknown> = Schema.Union([
  Schema.Struct({ type: Schema.Literal("http"), ...McpServerHttp.fields }),
  Schema.Struct({ type: Schema.Literal("sse"), ...McpServerSse.fields }),
  McpServerStdio
])
/** A server. Only the kinds over the network have a `type`. */
export type McpServer = Tagged<"type", { http: typeof McpServerHttp; sse: typeof McpServerSse }> | McpServerStdio
