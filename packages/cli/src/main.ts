#!/usr/bin/env node
/** The program `rxacp`: runs what its first argument names; anything else is a prompt. */

/** A program in the program: it takes the arguments after its name, and gives an exit code when it has one. */
type Program = (args: ReadonlyArray<string>) => Promise<number | undefined>

/** Loaded when they are asked for: none makes the others start slower. */
const programs: Readonly<Record<string, () => Promise<Program>>> = {
  run: async () => (await import("./run/run-program.ts")).runProgram,
  web: async () => (await import("./web/web-program.ts")).webProgram,
  agents: async () => (await import("./agents/agents-program.ts")).agentsProgram,
  replay: async () => (await import("./replay/replay-program.ts")).replayProgram,
  inspect: async () => (await import("./inspect/inspect-program.ts")).inspectProgram
}

const argv = process.argv.slice(2)
const [first = ""] = argv
const named = Object.hasOwn(programs, first) ? first : undefined
const program = await programs[named ?? "run"]?.()
try {
  const code = await program?.(named === undefined ? argv : argv.slice(1))
  if (code !== undefined) process.exitCode = code
} catch (error) {
  // What a program does not handle itself is a command line that can't be read.
  process.stderr.write(`rxacp: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
