/** The command line of `rxacp run`. */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import type { McpServer, PermissionRule, ReplyLimits, ToolKind } from "@rxacp/core"
import { type AgentPreset, presets } from "@rxacp/node"
import { Command, CommanderError, InvalidArgumentError, Option } from "commander"
import { split } from "shlex"

/** How the conversation is printed: for people, the events as NDJSON, or only the agent's last message. */
export type Format = "text" | "json" | "quiet"

/** What the program is to do. */
export interface RunOptions {
  /** Absent: a conversation, turn after turn, on the terminal. */
  readonly prompt?: string
  /** The agent's command and arguments; absent for the agent that comes with rxacp. */
  readonly agent?: { readonly command: string; readonly args: ReadonlyArray<string>; readonly quiet?: number }
  /** Absolute folder in which the agent works. */
  readonly cwd: string
  /** The kinds of tools that may run without a question: all of them, or those named. */
  readonly allow: "all" | ReadonlyArray<ToolKind>
  /** Rules that come before `allow`. */
  readonly policy?: ReadonlyArray<PermissionRule>
  /** The way to authenticate first, one of those that the agent offers. */
  readonly auth?: string
  readonly model?: string
  readonly mode?: string
  readonly mcpServers?: ReadonlyArray<McpServer>
  /** The session to go on with. */
  readonly session?: string
  /** File that everything is recorded in. */
  readonly journal?: string
  /** Milliseconds for one turn. */
  readonly timeout?: number
  readonly limits?: ReplyLimits
  readonly files: boolean
  readonly terminals: boolean
  readonly format: Format
}

/** The options, a wish for help, or what is wrong with the command line. */
export type Parsed = RunOptions | "help" | { readonly wrong: string }

const kinds = [
  ...["read", "edit", "delete", "move", "search"],
  ...["execute", "think", "fetch", "switch_mode", "other"]
] as ReadonlyArray<ToolKind>

const names = Object.keys(presets)

const isKind = (text: string): text is ToolKind => kinds.some((kind) => kind === text)
const isKindList = (text: string): boolean => text === "all" || text.split(",").every((kind) => isKind(kind))

/** Gives a bare `--allow` its value, so that the prompt after it is not taken for one. */
const withAllowValue = (argv: ReadonlyArray<string>): Array<string> => {
  const end = argv.indexOf("--")
  return argv.map((arg, index) => {
    if (arg !== "--allow" || (end >= 0 && index > end)) return arg
    return isKindList(argv[index + 1] ?? "") ? arg : "--allow=all"
  })
}

const allowed = (text: string): RunOptions["allow"] => {
  if (!isKindList(text)) throw new InvalidArgumentError(`--allow takes tool kinds, not "${text}"`)
  return text === "all" ? "all" : text.split(",").filter(isKind)
}

const positive = (text: string): number => {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError(`"${text}" is not a number over 0`)
  return value
}

const whole = (text: string): number => {
  const value = positive(text)
  if (!Number.isInteger(value)) throw new InvalidArgumentError(`"${text}" is not a whole number`)
  return value
}

/** The JSON in a file; `list` says under which name the list may stand in it. */
const jsonList =
  <Item>(list: string) =>
  (path: string): ReadonlyArray<Item> => {
    let value: unknown
    try {
      value = JSON.parse(readFileSync(path, "utf8"))
    } catch (error) {
      throw new InvalidArgumentError(`${path}: ${error instanceof Error ? error.message : String(error)}`)
    }
    const items = typeof value === "object" && value !== null && list in value ? Reflect.get(value, list) : value
    if (!Array.isArray(items)) throw new InvalidArgumentError(`${path}: not a list, and without a list "${list}"`)
    // What is wrong inside is found by those who use it: a rule by the policy, a server by the protocol's schema.
    return items
  }

const command = (): Command =>
  new Command("rxacp")
    .usage("[options] [prompt]")
    .description(
      "Sends a prompt to a coding agent and shows the conversation as it grows. Without a prompt, on a terminal,\n" +
        "it is a conversation, turn after turn."
    )
    .argument("[prompt...]")
    .option("--agent <agent>", "a name or a command line; default: the agent that comes with rxacp")
    .option("--cwd <folder>", "where the agent works; default: this folder")
    .addOption(
      new Option("--allow [kinds]", "lets tools run without asking: all, or e.g. read,edit").argParser(allowed)
    )
    .option("--allow-reads", "the same as --allow read,search")
    .option("--policy <file>", "permission rules, as JSON; they come before --allow", jsonList<PermissionRule>("rules"))
    .option("--auth <method>", "authenticates first, by one of the methods that the agent offers")
    .option("--model <id>", "chooses a model, where the agent offers a choice")
    .option("--mode <id>", "chooses a mode, where the agent offers a choice")
    .option(
      "--mcp-config <file>",
      "MCP servers, as the protocol names them, as JSON",
      jsonList<McpServer>("mcpServers")
    )
    .option("--session <id>", "goes on with a session of the agent")
    .option("--journal <file>", "records everything; rxacp replay shows it again")
    .option("--timeout <seconds>", "longest time for a turn", positive)
    .option("--max-bytes <n>", "bytes of a reply, after which the agent is asked to stop", whole)
    .option("--max-chunks <n>", "the same in chunks", whole)
    .option("--max-updates <n>", "the same in updates of any kind", whole)
    .option("--no-fs", "serves no files to the agent")
    .option("--no-terminal", "runs no commands for the agent")
    .addOption(
      new Option("--format <format>", "text, json (events as NDJSON) or quiet (only the reply)").choices([
        "text",
        "json",
        "quiet"
      ])
    )
    .option("--json", "the same as --format json")
    .addHelpText(
      "after",
      `
Names of agents: ${names.join(", ")}.
Tools are of the kinds ${kinds.join(", ")}.
What is not allowed is asked when there is a terminal, else rejected. Ctrl-C cancels the turn; a second one
closes the agent. The exit code is 0 when the agent ended its turn, 130 when it was cancelled, 1 on a
failure, 2 when the command line is wrong. Other commands: agents, web, inspect, replay; each has --help.`
    )
    .configureHelp({ helpWidth: 110 })
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .exitOverride()

/** What `--help` prints. */
export const usage = (): string => {
  let text = ""
  const help = command().configureOutput({
    writeOut: (part) => {
      text += part
    }
  })
  help.outputHelp()
  return text
}

/** The command line of an agent that is known by its name. */
const presetOf = (name: string): RunOptions["agent"] => {
  const known: Readonly<Record<string, AgentPreset>> = presets
  const preset = Object.hasOwn(known, name) ? known[name] : undefined
  if (preset === undefined) return undefined
  const { quiet } = preset.quirks
  return { command: preset.command, args: preset.args, ...(quiet !== undefined && { quiet }) }
}

const agentOf = (text: string): NonNullable<RunOptions["agent"]> => {
  const preset = presetOf(text)
  if (preset !== undefined) return preset
  const [file, ...args] = split(text)
  if (file === undefined) throw new InvalidArgumentError("--agent needs a command")
  return { command: file, args }
}

interface Values {
  readonly agent?: string
  readonly cwd?: string
  readonly allow?: RunOptions["allow"]
  readonly allowReads?: true
  readonly policy?: ReadonlyArray<PermissionRule>
  readonly auth?: string
  readonly model?: string
  readonly mode?: string
  readonly mcpConfig?: ReadonlyArray<McpServer>
  readonly session?: string
  readonly journal?: string
  readonly timeout?: number
  readonly maxBytes?: number
  readonly maxChunks?: number
  readonly maxUpdates?: number
  readonly fs: boolean
  readonly terminal: boolean
  readonly format?: Format
  readonly json?: true
}

const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Reads the arguments after the program's name. `conversation` allows for the absence of a prompt. */
export const parseArguments = (argv: ReadonlyArray<string>, conversation = false): Parsed => {
  try {
    const program = command().parse(withAllowValue(argv), { from: "user" })
    const values: Values = program.opts()
    const prompt = program.args.join(" ").trim()
    if (prompt === "" && !conversation) return { wrong: "a prompt is missing" }
    const { maxBytes, maxChunks, maxUpdates } = values
    const limits = given({ maxBytes, maxChunks, maxUpdates })
    return {
      cwd: resolve(values.cwd ?? "."),
      allow: values.allow ?? (values.allowReads ? ["read", "search"] : []),
      files: values.fs,
      terminals: values.terminal,
      format: values.format ?? (values.json ? "json" : "text"),
      ...given({
        prompt: prompt === "" ? undefined : prompt,
        agent: values.agent === undefined ? undefined : agentOf(values.agent),
        policy: values.policy,
        auth: values.auth,
        model: values.model,
        mode: values.mode,
        mcpServers: values.mcpConfig,
        session: values.session,
        journal: values.journal,
        timeout: values.timeout === undefined ? undefined : values.timeout * 1_000,
        limits: Object.keys(limits).length === 0 ? undefined : limits
      })
    }
  } catch (error) {
    if (error instanceof CommanderError && error.code === "commander.helpDisplayed") return "help"
    return { wrong: (error instanceof Error ? error.message : String(error)).replace(/^error: /, "") }
  }
}
