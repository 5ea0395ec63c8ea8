/** The command line of `rxacp run`. */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import type { ToolKind } from "@rxacp/core"
import { type AgentPreset, presets } from "@rxacp/node"
import { split } from "shlex"

/** What the program is to do. */
export interface StartOptions {
  readonly prompt: string
  /** The agent's command and arguments; absent for the agent that comes with rxacp. */
  readonly agent?: { readonly command: string; readonly args: ReadonlyArray<string> }
  /** Absolute folder in which the agent works. */
  readonly cwd: string
  /** The kinds of tools that may run without a question: all of them, or those named. */
  readonly allow: "all" | ReadonlyArray<ToolKind>
  /** The way to authenticate first, one of those that the agent offers. */
  readonly auth?: string
  readonly json: boolean
}

/** The options, a wish for help, or what is wrong with the command line. */
export type Parsed = StartOptions | "help" | { readonly wrong: string }

const kinds = [
  ...["read", "edit", "delete", "move", "search"],
  ...["execute", "think", "fetch", "switch_mode", "other"]
] as ReadonlyArray<ToolKind>

const names = Object.keys(presets)

/** What `--help` prints. */
export const usage = `Usage: rxacp [options] <prompt>

Sends one prompt to a coding agent and shows the conversation as it grows.

  --agent <agent>         a name such as ${names.slice(0, 4).join(", ")}, or the command line of any other ACP agent;
                          default: the agent that comes with rxacp
  --cwd <folder>          where the agent works; default: this folder
  --allow [kinds]         lets tools run without asking: all, or only some kinds, e.g. --allow read,edit
  --auth <method>         authenticates first, by one of the methods that the agent offers
  --json                  prints the session's events, one JSON object a line
  --help                  this text

Names of agents: ${names.join(", ")}.
Tools are of the kinds ${kinds.join(", ")}.
What --allow does not cover is asked when there is a terminal, else rejected. Ctrl-C cancels the turn; a second one
closes the agent. The exit code is 0 when the agent ended its turn, 130 when it was cancelled, 1 on a failure, 2 when
the command line is wrong.
`

const isKindList = (text: string): boolean => text === "all" || text.split(",").every((kind) => isKind(kind))
const isKind = (text: string): text is ToolKind => kinds.some((kind) => kind === text)

/** Gives a bare `--allow` its value, so that the prompt after it is not taken for one. */
const withAllowValue = (argv: ReadonlyArray<string>): Array<string> => {
  const end = argv.indexOf("--")
  return argv.map((arg, index) => {
    if (arg !== "--allow" || (end >= 0 && index > end)) return arg
    return isKindList(argv[index + 1] ?? "") ? arg : "--allow=all"
  })
}

const definition = {
  agent: { type: "string" },
  cwd: { type: "string" },
  allow: { type: "string" },
  auth: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false }
} as const

/** The command line of an agent that is known by its name. */
const presetOf = (name: string): ReadonlyArray<string> | undefined => {
  const known: Readonly<Record<string, AgentPreset>> = presets
  const preset = Object.hasOwn(known, name) ? known[name] : undefined
  return preset && [preset.command, ...preset.args]
}

/** Reads the arguments after the program's name. */
export const parseArguments = (argv: ReadonlyArray<string>): Parsed => {
  try {
    const { values, positionals } = parseArgs({
      args: withAllowValue(argv),
      options: definition,
      allowPositionals: true
    })
    if (values.help) return "help"
    const prompt = positionals.join(" ").trim()
    if (prompt === "") return { wrong: "a prompt is missing" }
    const { allow, agent, auth, json } = values
    if (allow !== undefined && !isKindList(allow)) return { wrong: `--allow takes tool kinds, not "${allow}"` }
    const preset = agent === undefined ? undefined : presetOf(agent)
    const [command, ...args] = preset ?? (agent === undefined ? [] : split(agent))
    if (agent !== undefined && command === undefined) return { wrong: "--agent needs a command" }
    return {
      prompt,
      cwd: resolve(values.cwd ?? "."),
      allow: allow === "all" ? "all" : (allow?.split(",").filter(isKind) ?? []),
      json,
      ...(command !== undefined && { agent: { command, args } }),
      ...(auth !== undefined && { auth })
    }
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
}
