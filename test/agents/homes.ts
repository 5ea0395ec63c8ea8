/** What each agent needs to talk to the scripted model: files in a home of its own, and environment variables. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { PresetName } from "@rxacp/node"

/** The set-up of one agent. */
export interface AgentHome {
  /** Files by their path in the home folder. */
  readonly files: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
}

const codexConfig = (model: string): string => `
model = "scripted"
model_provider = "scripted"
approval_policy = "on-request"
sandbox_mode = "danger-full-access"
[model_providers.scripted]
name = "Scripted"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
`

const geminiSettings = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false }
}

const opencodeConfig = (model: string) => ({
  model: "scripted/scripted",
  small_model: "scripted/scripted",
  autoupdate: false,
  share: "disabled",
  permission: { bash: "ask", edit: "ask" },
  provider: {
    scripted: {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: `${model}/v1`, apiKey: "none" },
      models: { scripted: { tool_call: true, limit: { context: 100_000, output: 4000 } } }
    }
  }
})

/** The set-ups by the names of the presets; `model` is the address of the scripted model. */
export const agentHomes = (model: string): Readonly<Partial<Record<PresetName, AgentHome>>> => ({
  codex: {
    files: { ".codex/config.toml": codexConfig(model) },
    env: { OPENAI_API_KEY: "none", CODEX_API_KEY: "none" }
  },
  gemini: {
    files: { ".gemini/settings.json": JSON.stringify(geminiSettings) },
    env: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: model }
  },
  opencode: {
    files: { ".config/opencode/opencode.json": JSON.stringify(opencodeConfig(model)) },
    env: { OPENCODE_DISABLE_MODELS_FETCH: "1" }
  },
  qwen: {
    files: { ".qwen/settings.json": JSON.stringify({ security: { auth: { selectedType: "openai" } } }) },
    env: { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: "scripted" }
  },
  copilot: {
    files: {},
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: "none",
      COPILOT_MODEL: "scripted",
      COPILOT_AUTO_UPDATE: "false"
    }
  },
  cline: {
    files: {
      ".cline/data/settings/providers.json": JSON.stringify({
        version: 1,
        lastUsedProvider: "openai-compatible",
        providers: {
          "openai-compatible": {
            settings: { provider: "openai-compatible", apiKey: "none", model: "scripted", baseUrl: `${model}/v1` },
            updatedAt: "2026-01-01T00:00:00.000Z",
            tokenSource: "manual"
          }
        }
      })
    },
    env: {
      CLINE_API_KEY: "none",
      CLINE_PROVIDER: "openai-compatible",
      CLINE_MODEL: "scripted",
      CLINE_TELEMETRY_DISABLED: "1"
    }
  },
  kilo: {
    files: { ".config/kilo/kilo.json": JSON.stringify(opencodeConfig(model)) },
    env: { OPENCODE_DISABLE_MODELS_FETCH: "1", KILO_DISABLE_MODELS_FETCH: "1" }
  },
  claude: {
    files: { ".claude/settings.json": JSON.stringify({ permissions: { defaultMode: "default" } }) },
    env: {
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_BASE_URL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // It refuses to run as root elsewhere, and a container's user often is root.
      IS_SANDBOX: "1"
    }
  }
})

/** Writes the files of a set-up into the folder `home`. */
export const furnish = (home: string, { files }: AgentHome): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
}
