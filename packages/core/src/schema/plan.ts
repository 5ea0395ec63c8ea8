/** Interim: names only, typed by the official SDK until the schema of this project replaces them. */
export type { Plan, PlanEntry } from "@agentclientprotocol/sdk"
