/** Interim: names only, typed by the official SDK until the schema of this project replaces them. */
export type { AvailableCommand, SessionUpdate } from "@agentclientprotocol/sdk"
