/** From where packages are looked for at run time. */
import { join } from "node:path"

/** There in a bundle that is CommonJS. */
declare const __filename: string | undefined

/**
 * What `createRequire` takes: the place of a module, which bundlers to CommonJS leave out, then that of the bundle, or else
 * the working directory.
 */
export const resolutionBase = (module: string | undefined): string =>
  module ?? (typeof __filename === "string" ? __filename : join(process.cwd(), "index.js"))
