/** The opt-in suite for Windows under Wine: see CONTRIBUTING.md. */
import { defineConfig, mergeConfig } from "vitest/config"
import base from "./vitest.config.ts"

export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({ test: { include: ["test/windows/*.suite.ts"], testTimeout: 300_000, hookTimeout: 120_000 } })
)
