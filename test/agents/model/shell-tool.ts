/** The tool by which a model runs a command, whatever an agent calls it. */

/** A tool as it is declared to the model, with the JSON Schema of its arguments. */
export interface DeclaredTool {
  readonly name?: string | undefined
  readonly schema?: { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> } | undefined
}

/** A call of the shell. */
export interface ShellCall {
  readonly name: string
  readonly args: (command: string) => object
}

const shells =
  /^(bash|shell|local_shell|shell_command|exec_command|run_shell_command|execute_command|run_commands?|run_in_terminal)$/i

/** The shell among the tools, and how a command is put into its arguments. */
export const shellAmong = (tools: ReadonlyArray<DeclaredTool>): ShellCall | undefined => {
  const tool = tools.find(({ name = "" }) => shells.test(name))
  if (tool?.name === undefined) return undefined
  const { properties = {} } = tool.schema ?? {}
  const names = Object.keys(properties)
  const field = names.find((name) => /^(command|cmd|commands)$/.test(name)) ?? "command"
  const isList = properties[field]?.type === "array"
  const description = names.includes("description") ? { description: "Lists files" } : {}
  return {
    name: tool.name,
    args: (command) => ({
      [field]: !isList ? command : field === "commands" ? [command] : ["bash", "-lc", command],
      ...description
    })
  }
}
