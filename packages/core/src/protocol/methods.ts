/** The methods of ACP v1: who calls whom, and what has to be offered first. */

// Generated from the schemas in `schema/effect` by `npm run generate`.

/** The 25 methods of ACP v1 by name. */
export const methods = {
  initialize: { kind: "request", direction: "client->agent" },
  authenticate: { kind: "request", direction: "client->agent", nullResult: true },
  logout: { kind: "request", direction: "client->agent", needs: ["agentCapabilities.auth.logout"], nullResult: true },
  "session/new": { kind: "request", direction: "client->agent" },
  "session/load": {
    kind: "request",
    direction: "client->agent",
    needs: ["agentCapabilities.loadSession"],
    nullResult: true
  },
  "session/resume": {
    kind: "request",
    direction: "client->agent",
    needs: ["agentCapabilities.sessionCapabilities.resume"]
  },
  "session/list": {
    kind: "request",
    direction: "client->agent",
    needs: ["agentCapabilities.sessionCapabilities.list"]
  },
  "session/delete": {
    kind: "request",
    direction: "client->agent",
    needs: ["agentCapabilities.sessionCapabilities.delete"],
    nullResult: true
  },
  "session/close": {
    kind: "request",
    direction: "client->agent",
    needs: ["agentCapabilities.sessionCapabilities.close"],
    nullResult: true
  },
  "session/set_mode": { kind: "request", direction: "client->agent", nullResult: true },
  "session/set_config_option": { kind: "request", direction: "client->agent" },
  "session/prompt": { kind: "request", direction: "client->agent" },
  "session/cancel": { kind: "notification", direction: "client->agent" },
  "session/update": { kind: "notification", direction: "agent->client" },
  "session/request_permission": { kind: "request", direction: "agent->client" },
  "fs/read_text_file": { kind: "request", direction: "agent->client", needs: ["clientCapabilities.fs.readTextFile"] },
  "fs/write_text_file": {
    kind: "request",
    direction: "agent->client",
    needs: ["clientCapabilities.fs.writeTextFile"],
    nullResult: true
  },
  "terminal/create": { kind: "request", direction: "agent->client", needs: ["clientCapabilities.terminal"] },
  "terminal/output": { kind: "request", direction: "agent->client", needs: ["clientCapabilities.terminal"] },
  "terminal/wait_for_exit": { kind: "request", direction: "agent->client", needs: ["clientCapabilities.terminal"] },
  "terminal/kill": {
    kind: "request",
    direction: "agent->client",
    needs: ["clientCapabilities.terminal"],
    nullResult: true
  },
  "terminal/release": {
    kind: "request",
    direction: "agent->client",
    needs: ["clientCapabilities.terminal"],
    nullResult: true
  },
  "elicitation/create": {
    kind: "request",
    direction: "agent->client",
    needs: ["clientCapabilities.elicitation.form", "clientCapabilities.elicitation.url"]
  },
  "elicitation/complete": {
    kind: "notification",
    direction: "agent->client",
    needs: ["clientCapabilities.elicitation.url"]
  },
  "$/cancel_request": { kind: "notification", direction: "both" }
} as const
