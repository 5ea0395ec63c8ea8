/** The first capability that a call needs and the agent did not declare (protocol: Initialization, Capabilities). */
import type { AgentCapabilities, ContentBlock, McpServer } from "../schema/index.ts"

const CONTENT_NEEDS: Readonly<Record<string, "image" | "audio" | "embeddedContext">> = {
  image: "image",
  audio: "audio",
  resource: "embeddedContext"
}

/** The first capability that a prompt needs and the agent lacks; text and resource links need none. */
export const missingForPrompt = (
  prompt: ReadonlyArray<ContentBlock>,
  { promptCapabilities }: AgentCapabilities
): string | undefined => {
  for (const { type } of prompt) {
    const need = Object.hasOwn(CONTENT_NEEDS, type) ? CONTENT_NEEDS[type] : undefined
    if (need !== undefined && promptCapabilities?.[need] !== true) return `agentCapabilities.promptCapabilities.${need}`
  }
  return undefined
}

/** What a session is set up with. */
export interface SessionSetup {
  /** Absolute path of the folder the session works in. */
  readonly cwd: string
  /** Default: none. */
  readonly mcpServers?: ReadonlyArray<McpServer>
  /** Absolute paths of further folders; always the complete list. */
  readonly additionalDirectories?: ReadonlyArray<string>
}

/** The first capability that a session's set-up needs and the agent lacks; MCP over stdio needs none. */
export const missingForSetup = (
  { mcpServers = [], additionalDirectories = [] }: SessionSetup,
  { mcpCapabilities, sessionCapabilities }: AgentCapabilities
): string | undefined => {
  for (const server of mcpServers) {
    const type = "type" in server ? server.type : undefined
    if ((type === "http" || type === "sse") && mcpCapabilities?.[type] !== true) {
      return `agentCapabilities.mcpCapabilities.${type}`
    }
  }
  const directories = sessionCapabilities?.additionalDirectories
  return additionalDirectories.length > 0 && (directories === undefined || directories === null)
    ? "agentCapabilities.sessionCapabilities.additionalDirectories"
    : undefined
}
