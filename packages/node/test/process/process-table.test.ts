import { spawn } from "node:child_process"
import { once } from "node:events"
import { afterAll, describe, expect, it } from "vitest"
import { hasInEnvironment, processRow, processTable, tableFromPs } from "../../src/process/process-table.ts"

describe.each([
  ["the table of this platform", processTable],
  ["the table that ps gives", tableFromPs]
])("%s", (_, table) => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    detached: true
  })
  afterAll(() => child.kill("SIGKILL"))

  it("has every process with its parent and group", () => {
    expect(table().find(({ pid }) => pid === child.pid)).toMatchObject({ parent: process.pid, group: child.pid })
    expect(table().some(({ pid }) => pid === process.pid)).toBe(true)
  })

  it("tells a process from another with its pid by when it started", () => {
    const started = () => table().find(({ pid }) => pid === child.pid)?.started
    expect(started()).toBe(started())
    expect(started()).not.toBe("")
  })
})

describe("a process", () => {
  it("is known by its environment on Linux, and is not there once it has ended", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { env: { MARK: "outer/inner" } })
    const { pid = 0 } = child
    const linux = process.platform === "linux"
    expect(hasInEnvironment(pid, "MARK", "inner")).toBe(linux)
    expect(hasInEnvironment(pid, "MARK", "other")).toBe(false)
    expect(hasInEnvironment(pid, "MAR", "inner")).toBe(false)
    expect(processRow(pid)?.pid).toBe(pid)
    child.kill("SIGKILL")
    await once(child, "exit")
    expect(processRow(pid)).toBeUndefined()
    expect(hasInEnvironment(pid, "MARK", "inner")).toBe(false)
  })
})
