/** The opt-in suite against real agents: see docs/real-agents.md. */
import { defineConfig, mergeConfig } from "vitest/config"
import base from "./vitest.config.ts"

export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({ test: { include: ["test/agents/*.suite.ts"], testTimeout: 120_000, hookTimeout: 120_000 } })
)
