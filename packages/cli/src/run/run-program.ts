/** `rxacp "a prompt"`: sends a prompt to a coding agent and shows the conversation as it grows. */
import { type Format, parseArguments, usage } from "./args.ts"
import { jsonView } from "./json.ts"
import { liveView } from "./live.ts"
import { plainView } from "./plain.ts"
import { quietView } from "./quiet.ts"
import { run } from "./run.ts"
import type { View } from "./view.ts"

/** Runs the program; gives its exit code. */
export const runProgram = async (argv: ReadonlyArray<string>): Promise<number> => {
  const { stdin, stdout, stderr } = process
  const complain = (text: string): void => void stderr.write(`rxacp: ${text}\n`)
  const terminal = stdin.isTTY && stderr.isTTY ? { input: stdin, output: stderr } : undefined
  const parsed = parseArguments(argv, terminal !== undefined)
  if (parsed === "help") {
    stdout.write(usage())
    return 0
  }
  if ("wrong" in parsed) {
    complain(`${parsed.wrong}\n\n${usage()}`)
    return 2
  }
  const write = (text: string): void => void stdout.write(text)
  const notes = (text: string): void => void stderr.write(text)
  const views: Readonly<Record<Format, () => View>> = {
    json: () => jsonView(write, notes),
    quiet: () => quietView(write, notes),
    text: () => (stdout.isTTY ? liveView(stdout) : plainView(write))
  }
  const view = views[parsed.format]()
  // Whoever read our output has left, `head` for example: there is nobody to show anything to.
  stdout.on("error", () => process.exit(0))
  return run(parsed, { view, terminal, complain })
}
