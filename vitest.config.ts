import { defineConfig } from "vitest/config"

export default defineConfig({
  ssr: { resolve: { conditions: ["@rxacp/source", "node", "import", "default"] } },
  resolve: { conditions: ["@rxacp/source", "node", "import", "default"] },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    testTimeout: 30_000,
    execArgv: ["--conditions=@rxacp/source"]
  }
})
