/** The MCP servers that an agent shall connect to (protocol: Session Setup, MCP Servers). */

import * as Schema from "effect/Schema"
import { field, named, struct } from "./described.ts"
import { EnvVariable } from "./env-variable.ts"
import { nullAs } from "./lenient.ts"
import { Meta } from "./scalar.ts"
import { type Tagged, tagged } from "./tagged.ts"

/** A header of a HTTP request. */
export class HttpHeader extends Schema.Opaque<HttpHeader>()(
  struct("HttpHeader", "A header of a HTTP request.", {
    name: field("The name of the header.", Schema.String),
    value: field("Its value.", Schema.String),
    _meta: Meta
  })
) {}

const overHttp = {
  name: field("The name of the server, to show.", Schema.String),
  url: field("The address of the server.", Schema.String),
  headers: field("Headers to send with each request.", nullAs(Schema.Array(HttpHeader), [])),
  _meta: Meta
}

/** A server over HTTP; needs `mcpCapabilities.http`. */
export class McpServerHttp extends Schema.Opaque<McpServerHttp>()(
  struct("McpServerHttp", "A server over HTTP; needs `mcpCapabilities.http`.", overHttp)
) {}

/** A server over server-sent events, which MCP deprecated; needs `mcpCapabilities.sse`. */
export class McpServerSse extends Schema.Opaque<McpServerSse>()(
  struct(
    "McpServerSse",
    "A server over server-sent events, which MCP deprecated; needs `mcpCapabilities.sse`.",
    overHttp
  )
) {}

/** A program that speaks MCP over its standard input and output; `command` is an absolute path. */
export class McpServerStdio extends Schema.Opaque<McpServerStdio>()(
  struct(
    "McpServerStdio",
    "A program that speaks MCP over its standard input and output; `command` is an absolute path.",
    {
      name: field("The name of the server, to show.", Schema.String),
      command: field("The absolute path of the program.", Schema.String),
      args: field("Its arguments.", nullAs(Schema.Array(Schema.String), [])),
      env: field("Environment variables for it.", nullAs(Schema.Array(EnvVariable), [])),
      _meta: Meta
    }
  )
) {}

/** A server. Only the kinds over the network have a `type`. */
export const McpServer: Schema.Codec<McpServer, unknown> = named(
  "McpServer",
  "A server. Only the kinds over the network have a `type`.",
  Schema.Union([tagged("type", "http", McpServerHttp), tagged("type", "sse", McpServerSse), McpServerStdio])
)
/** A server. Only the kinds over the network have a `type`. */
export type McpServer = Tagged<"type", { http: typeof McpServerHttp; sse: typeof McpServerSse }> | McpServerStdio
