/** Interim: names only, typed by the official SDK until the schema of this project replaces them. */
export type { SessionConfigOption, SessionMode, SessionModeState } from "@agentclientprotocol/sdk"
