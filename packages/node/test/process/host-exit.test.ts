import { execa } from "execa"
import { describe, expect, it, vi } from "vitest"
import { isRunning, pidsOf, program } from "../support/programs.ts"

/** Runs a fixture as a host process of its own, on the sources of the packages. */
const host = (name: string, ...args: ReadonlyArray<string>) => {
  const { command, args: script } = program(name, ...args)
  return execa(command, ["--import", "tsx", "--conditions=@rxacp/source", ...script], { reject: false })
}

describe("a host that handles nothing", () => {
  it.each([
    ["a missing command", "AgentSpawnFailed"],
    ["a missing folder", "AgentSpawnFailed"],
    ["an argument list that is too long", "AgentSpawnFailed"],
    ["a host without file descriptors", "AgentSpawnFailed"],
    ["a command that no system can run", "AgentSpawnFailed"],
    ["an agent that exits without reading", "AgentExited"],
    ["an agent that closes its stdin and stays", "no failure"],
    ["an agent that closes all its pipes and stays", "no failure"],
    ["an agent that is killed while it writes", "AgentExited"],
    ["an agent that aborts", "AgentExited"]
  ])("survives %s", async (fault, outcome) => {
    const { exitCode, stdout, stderr } = await host("faulty-host", fault)
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: outcome, stderr: "" })
  })
})

describe("the end of the host", () => {
  const family = program("family", "wrapper", "stubborn", "away")

  it.each([
    ["exit", { exitCode: 5 }],
    ["throw", { exitCode: 1 }],
    ["signal", { signal: "SIGTERM" }],
    ["handled signal", { exitCode: 7 }],
    ["SIGKILL", { signal: "SIGKILL" }]
  ])("by %s kills the agent and its descendants", async (way, outcome) => {
    const ended = await host("leaving-host", way, family.command, ...family.args)
    expect(ended).toMatchObject(outcome)
    const pids = pidsOf(ended.stdout)
    expect(pids).toHaveLength(3)
    await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 10_000 })
  })
})
