/** Interim: names only, typed by the official SDK until the schema of this project replaces them. */
export type {
  ToolCall,
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolCallUpdate,
  ToolKind
} from "@agentclientprotocol/sdk"
