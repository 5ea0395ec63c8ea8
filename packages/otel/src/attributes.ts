/**
 * The names of attributes, in one place: those of the GenAI conventions of OpenTelemetry are still in development, so their
 * packages rename them; what they have no name for is under `acp.`.
 */

/** The names of attributes by what they say. */
export const attribute = {
  operation: "gen_ai.operation.name",
  provider: "gen_ai.provider.name",
  agentName: "gen_ai.agent.name",
  agentVersion: "gen_ai.agent.version",
  conversation: "gen_ai.conversation.id",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  finishReasons: "gen_ai.response.finish_reasons",
  inputMessages: "gen_ai.input.messages",
  outputMessages: "gen_ai.output.messages",
  toolName: "gen_ai.tool.name",
  toolCallId: "gen_ai.tool.call.id",
  toolType: "gen_ai.tool.type",
  toolArguments: "gen_ai.tool.call.arguments",
  toolResult: "gen_ai.tool.call.result",
  errorType: "error.type",
  turn: "acp.turn",
  epoch: "acp.epoch",
  cancelRequested: "acp.cancel_requested",
  omittedUpdates: "acp.omitted.updates",
  omittedBytes: "acp.omitted.bytes",
  contextUsed: "acp.usage.context_used",
  contextSize: "acp.usage.context_size",
  costAmount: "acp.usage.cost",
  costCurrency: "acp.usage.cost_currency",
  toolKind: "acp.tool.kind",
  toolStatus: "acp.tool.status",
  toolTitle: "acp.tool.title",
  permissionWait: "acp.permission.wait_ms",
  permissionOutcome: "acp.permission.outcome",
  permissionBy: "acp.permission.by",
  limitName: "acp.limit.name",
  limitMax: "acp.limit.max"
} as const
