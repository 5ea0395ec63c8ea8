/** `npm start -- "a prompt"`: sends a prompt to a coding agent and shows the conversation as it grows. */
import { parseArguments, usage } from "./start/args.ts"
import { jsonView } from "./start/json.ts"
import { liveView } from "./start/live.ts"
import { plainView } from "./start/plain.ts"
import { run } from "./start/run.ts"

const { stdin, stdout, stderr } = process
const complain = (text: string): void => void stderr.write(`start: ${text}\n`)

const parsed = parseArguments(process.argv.slice(2))
if (parsed === "help") stdout.write(usage)
else if ("wrong" in parsed) {
  complain(`${parsed.wrong}\n\n${usage}`)
  process.exitCode = 2
} else {
  const write = (text: string): void => void stdout.write(text)
  const view = parsed.json
    ? jsonView(write, (text) => void stderr.write(text))
    : stdout.isTTY
      ? liveView(stdout)
      : plainView(write)
  const terminal = stdin.isTTY && stderr.isTTY ? { input: stdin, output: stderr } : undefined
  // Whoever read our output has gone, `head` for example: there is nobody to show anything to.
  stdout.on("error", () => process.exit(0))
  process.exitCode = await run(parsed, { view, terminal, complain })
}
