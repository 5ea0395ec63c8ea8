/** ACP over a network: clients and servers over WebSocket and streamable HTTP. */

export type { FailedPost } from "./client/http-client.ts"
export { type HttpOptions, type HttpTransport, httpTransport } from "./client/http-transport.ts"
export type { LinkState } from "./client/link.ts"
export { type NetworkTransport, type WebSocketOptions, webSocketTransport } from "./client/web-socket-transport.ts"
export { type SseOptions, sseFromLog } from "./log/sse-from-log.ts"
export type { AccessOptions } from "./server/access.ts"
export { agentTransport } from "./server/agent-transport.ts"
export type { ClientRequest, MakeTransport, ServeOptions } from "./server/options.ts"
export { type AcceptedUpgrade, type AcpServer, type ServerEvent, serveAcp } from "./server/serve-acp.ts"
export type { ConnectionEnd } from "./server/served-connection.ts"
export type { AnyWebSocket, NodeWebSocket, PlatformWebSocket } from "./wire/socket.ts"
