import { agentProcess } from "@rxacp/node"
import { firstValueFrom, lastValueFrom, map, retry, scan, switchMap, take, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { isRunning, program } from "../support/programs.ts"

/** Long enough for anything that leaves by itself, also on a busy machine; a test waits for it only when it fails. */
const patient = 10_000

describe("agentProcess", () => {
  it("runs for as long as someone is subscribed", async () => {
    const agent = await firstValueFrom(agentProcess({ ...program("says-signals"), waits: { stdin: patient } }))
    expect(await firstValueFrom(agent.exit)).toMatchObject({ endedBy: "client" })
    await agent.close()
    expect(isRunning(agent.pid ?? 0)).toBe(false)
  })

  it("starts another run with retry, in another epoch and after all that the last one wrote", async () => {
    const script = `console.log('{"jsonrpc":"2.0","method":"_ran"}');process.exitCode=1`
    const runs = agentProcess({ command: process.execPath, args: ["-e", script], epoch: 7 }).pipe(
      switchMap((agent) => agent.messages.pipe(map(({ _tag }) => `${_tag} of ${agent.epoch}`))),
      retry({ delay: 10 }),
      take(3),
      toArray()
    )
    expect(await lastValueFrom(runs)).toEqual(["Notification of 7", "Notification of 8", "Notification of 9"])
  })

  it("agentProcess errors with why the agent ended, also when nothing was read from it", async () => {
    const gone = lastValueFrom(agentProcess({ command: process.execPath, args: ["-e", "process.exit(3)"] }))
    await expect(gone).rejects.toMatchObject({ _tag: "AgentExited", code: 3, phase: "startup" })
    const missing = lastValueFrom(agentProcess({ command: "no-such-command-7f3a" }))
    await expect(missing).rejects.toMatchObject({ _tag: "AgentSpawnFailed", code: "ENOENT" })
  })

  it("completes when the agent was closed", async () => {
    const runs = agentProcess({ ...program("says-signals"), waits: { stdin: patient } })
    const seen = await lastValueFrom(
      runs.pipe(
        scan((count, agent) => {
          void agent.close()
          return count + 1
        }, 0)
      )
    )
    expect(seen).toBe(1)
  })
})
