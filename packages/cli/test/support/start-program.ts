/** Runs the program as a process of its own. */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { AgentScript } from "@rxacp/core/testing"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { join as joinWords } from "shlex"

/** A run that has ended. `code` is null when a signal ended it. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The id of the agent's process; absent when it never ran. */
  readonly agentPid: number | undefined
}

/** A run that goes on. */
export interface Running {
  /** Resolves once stdout and stderr together have this text. */
  readonly says: (text: string) => Promise<void>
  readonly interrupt: () => void
  readonly ended: Promise<Ended>
}

const arguments_ = [
  "--conditions=@rxacp/source",
  "--import",
  "tsx",
  fileURLToPath(new URL("../../src/main.ts", import.meta.url))
]
const tellPid = new URL("./tell-pid.mjs", import.meta.url).href

/** The command line, as one types it, of an agent that plays a script and tells its process. */
export const agentLine = (script: AgentScript): string => {
  const { command, args } = scriptedAgentCommand(script)
  return joinWords([command, "--import", tellPid, ...args])
}

/** Starts the program with these arguments, without a terminal. */
export const start = (...args: ReadonlyArray<string>): Running => startWith({}, ...args)

/** The same with some variables of the environment besides. */
export const startWith = (env: NodeJS.ProcessEnv, ...args: ReadonlyArray<string>): Running => {
  const folder = mkdtempSync(join(tmpdir(), "rxacp-start-"))
  const pidFile = join(folder, "pid")
  const child = spawn(process.execPath, [...arguments_, ...args], {
    cwd: fileURLToPath(new URL("../../../..", import.meta.url)),
    env: { ...process.env, AGENT_PID_FILE: pidFile, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const output = { stdout: "", stderr: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text))
  return {
    says: (text) => heard(child, () => `${output.stdout}${output.stderr}`.includes(text)),
    interrupt: () => void child.kill("SIGINT"),
    ended: new Promise((resolve) => {
      child.once("close", (code) => {
        const agentPid = existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : undefined
        rmSync(folder, { recursive: true })
        resolve({ code, ...output, agentPid })
      })
    })
  }
}

const heard = (child: ChildProcess, is: () => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      if (is()) resolve()
    }
    child.stdout?.on("data", look)
    child.stderr?.on("data", look)
    child.once("close", () => (is() ? resolve() : reject(new Error("the program ended without saying it"))))
    look()
  })

/** Whether a process with this id runs. */
export const runs = (pid: number | undefined): boolean => {
  if (pid === undefined) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
