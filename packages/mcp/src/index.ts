/** The public names of `@rxacp/mcp`. */
export { type AgentTool, type ServeMcpOptions, serveMcp } from "./serve-mcp.ts"
