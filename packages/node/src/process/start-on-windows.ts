/** Starts a program on Windows, where commands such as `npx` are scripts that need more than the name. */
import type { ChildProcess } from "node:child_process"
import { requireFrom } from "./require-from.ts"
import type { StartOptions } from "./start-options.ts"

/**
 * Starts a program through execa, which finds `.cmd` and `.bat` shims and calls them without a shell. It is loaded at the
 * first use, since only Windows needs it, and from beside the host, so that bundles for other platforms leave it out.
 */
export const startOnWindows = ({ command, args, cwd, env, inheritEnv, shell }: StartOptions): ChildProcess => {
  const { execa }: typeof import("execa") = requireFrom(import.meta.url)("execa")
  const started = execa(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...env },
    extendEnv: inheritEnv,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
    encoding: "buffer",
    buffer: false,
    reject: false,
    cleanup: false,
    shell: shell ?? false
  })
  return started as unknown as ChildProcess
}
