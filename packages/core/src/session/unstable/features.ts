/** What agents send and offer beyond the stable protocol, in one table: what is declared for it, and which updates it brings. */
import type { ClientCapabilities } from "../../schema/index.ts"

/** A part of the protocol that is not stable, or a convention outside of it. */
export type UnstableFeature =
  | "subagents"
  | "plans"
  | "usage"
  | "fork"
  | "steer"
  | "models"
  | "titles"
  | "authStatus"
  | "systemPrompt"
  | "terminalOutput"

/** Which of them a connection uses: all, or those named. */
export type UnstableFeatures = boolean | ReadonlyArray<UnstableFeature>

interface Feature {
  /** Where its shape was read. */
  readonly readFrom: string
  /** What declares to the agent that the client supports it. */
  readonly declares?: { readonly [capability: string]: Readonly<Record<string, unknown>> }
  /** The kinds of updates that it brings. */
  readonly updates?: ReadonlyArray<string>
}

const schema = "SDK 2.4.0, schema/v1/schema.unstable.json"

/** Every feature. What it adds to a session or a connection is in `session-calls.ts` and `connection-calls.ts`. */
export const unstableFeatures: Readonly<Record<UnstableFeature, Feature>> = {
  subagents: {
    readFrom: schema,
    declares: { subagents: {} },
    updates: ["subagent_update", "session_message", "session_message_chunk"]
  },
  plans: { readFrom: schema, declares: { plan: {} }, updates: ["plan_update", "plan_removed"] },
  usage: { readFrom: schema },
  fork: { readFrom: schema },
  steer: { readFrom: "claude-agent-acp 0.101.0, _session/steering" },
  models: { readFrom: "ACP 0.10 (session/set_model), as gemini-cli 0.61, qwen-code 0.15 and cline 3.0 answer" },
  titles: { readFrom: schema },
  authStatus: { readFrom: schema },
  systemPrompt: { readFrom: schema },
  terminalOutput: {
    readFrom: "claude-agent-acp 0.101.0, codex-acp 2.6.0",
    declares: { _meta: { terminal_output: true } }
  }
}

/** Whether a name, of a journal say, is that of a feature. */
export const isUnstableFeature = (name: string): name is UnstableFeature => Object.hasOwn(unstableFeatures, name)

/** The features that an option asks for. */
export const featuresOf = (asked: UnstableFeatures | undefined): ReadonlySet<UnstableFeature> => {
  if (asked === undefined || asked === false) return new Set()
  if (asked === true) return new Set(Object.keys(unstableFeatures) as Array<UnstableFeature>)
  const unknown = asked.find((name) => !Object.hasOwn(unstableFeatures, name))
  if (unknown !== undefined) throw new RangeError(`unknown unstable feature ${String(unknown)}`)
  return new Set(asked)
}

/** The capabilities with what the features declare. */
export const withDeclared = (
  capabilities: ClientCapabilities,
  features: ReadonlySet<UnstableFeature>
): ClientCapabilities => {
  const all: { _meta?: Readonly<Record<string, unknown>> | null } = { ...capabilities }
  for (const name of features) {
    const { _meta, ...more } = unstableFeatures[name].declares ?? {}
    Object.assign(all, more)
    if (_meta !== undefined) all._meta = { ...all._meta, ..._meta }
  }
  return all
}
