/** The build of the page: relative to this folder, from the sources of the packages. */
import { fileURLToPath } from "node:url"
import { defineConfig } from "vite"

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here("page"),
  resolve: { conditions: ["@rxacp/source", "module", "browser", "production"] },
  // Inlined files would need a weaker policy than the server sets.
  build: {
    outDir: here("dist/page"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    target: "es2022",
    rollupOptions: { input: { index: here("page/index.html"), inspect: here("page/inspect.html") } }
  },
  logLevel: "warn"
})
