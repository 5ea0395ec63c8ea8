/** Finds packages at run time, from a bundle too. */
import { createRequire } from "node:module"
import { join } from "node:path"

/** There in a bundle that is CommonJS. */
declare const __filename: string | undefined

/**
 * A `require` that looks from where a module is; from the bundle, or else from the working directory, in a bundle to
 * CommonJS, which leaves the place out. Bundlers don't see through the call, so they don't look for what is asked of it.
 */
export const requireFrom = (module: string | undefined): NodeJS.Require =>
  createRequire(module ?? (typeof __filename === "string" ? __filename : join(process.cwd(), "index.js")))
