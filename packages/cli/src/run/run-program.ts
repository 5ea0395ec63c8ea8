/** `rxacp "a prompt"`: sends a prompt to a coding agent and shows the conversation as it grows. */
import { parseArguments, usage } from "./args.ts"
import { jsonView } from "./json.ts"
import { liveView } from "./live.ts"
import { plainView } from "./plain.ts"
import { run } from "./run.ts"

/** Runs the program; gives its exit code. */
export const runProgram = async (argv: ReadonlyArray<string>): Promise<number> => {
  const { stdin, stdout, stderr } = process
  const complain = (text: string): void => void stderr.write(`rxacp: ${text}\n`)
  const parsed = parseArguments(argv)
  if (parsed === "help") {
    stdout.write(usage)
    return 0
  }
  if ("wrong" in parsed) {
    complain(`${parsed.wrong}\n\n${usage}`)
    return 2
  }
  const write = (text: string): void => void stdout.write(text)
  const view = parsed.json
    ? jsonView(write, (text) => void stderr.write(text))
    : stdout.isTTY
      ? liveView(stdout)
      : plainView(write)
  const terminal = stdin.isTTY && stderr.isTTY ? { input: stdin, output: stderr } : undefined
  // Whoever read our output has left, `head` for example: there is nobody to show anything to.
  stdout.on("error", () => process.exit(0))
  return run(parsed, { view, terminal, complain })
}
