import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Answer, CreateTerminalRequest } from "@rxacp/core"
import { type Terminals, type TerminalsOptions, terminals } from "@rxacp/node"
import { concatMap, filter, firstValueFrom, from, lastValueFrom, map, scan, take, toArray } from "rxjs"
import { afterEach, describe, expect, it } from "vitest"
import { isRunning, pidsOf, program } from "../support/programs.ts"

const services: Array<Terminals> = []
const serve = (options: TerminalsOptions = {}): Terminals => {
  const service = terminals({ waits: { terminate: 10_000 }, ...options })
  services.push(service)
  return service
}
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()))
})

const sessionId = "s1"
const context = { id: 1, method: "terminal/…" }
type Requested = Partial<CreateTerminalRequest> & Pick<CreateTerminalRequest, "command">

const create = async (service: Terminals, request: Requested): Promise<string> =>
  (await firstValueFrom(from(service.create({ sessionId, ...request }, context)))).terminalId
type Method = "output" | "waitForExit" | "kill" | "release"
const ask = (service: Terminals, method: Method, terminalId: string, session = sessionId): Promise<object> => {
  const answer: Answer<{ sessionId: string; terminalId: string }, object> = service[method]
  return firstValueFrom(from(answer({ sessionId: session, terminalId }, context)))
}
const exitOf = (service: Terminals, id: string) => ask(service, "waitForExit", id)
const outputOf = async (service: Terminals, id: string): Promise<string> => {
  await exitOf(service, id)
  return service.snapshot(id)?.output ?? ""
}
const node = (script: string): Requested => ({ command: process.execPath, args: ["-e", script] })
/** Resolves when the terminal has printed `text`. */
const printed = (service: Terminals, id: string, text: string) =>
  firstValueFrom(
    service.liveOutput(id).pipe(
      scan((all, news) => all + news, ""),
      filter((all) => all.includes(text))
    )
  )
const forever = "setInterval(() => {}, 1000)"

describe("kill", () => {
  it("is answered once the exit status is known", async () => {
    const service = serve({ outputWait: 100 })
    // The pipe of its output stays open for a while after the command has ended.
    const rounds = Array.from({ length: 10 }, async () => {
      const id = await create(service, node(`console.log("up");${forever}`))
      await printed(service, id, "up")
      await ask(service, "kill", id)
      return ask(service, "output", id)
    })
    for (const output of await Promise.all(rounds)) {
      expect(output).toMatchObject({ exitStatus: { exitCode: null, signal: "SIGTERM" } })
    }
  })
})

describe("create", () => {
  it("runs a whole shell line, and a command with arguments directly (case 55)", async () => {
    const service = serve()
    const line = await create(service, { command: "printf a && printf b | cat" })
    expect(await exitOf(service, line)).toEqual({ exitCode: 0, signal: null })
    expect(await outputOf(service, line)).toBe("ab")
    expect(await outputOf(service, await create(service, node('process.stdout.write("x y")')))).toBe("x y")
    expect(
      await outputOf(service, await create(service, { command: "printf", args: ["%s|", "a && b", "$HOME"] }))
    ).toBe("a && b|$HOME|")
  })

  it("fails for a program that can't be started (case 55)", async () => {
    const missing = create(serve(), { command: "no-such-program-7f3a", args: ["--version"] })
    await expect(missing).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("no such command on the PATH")
    })
  })

  it("runs no shell when that is turned off, and asks the policy when there is one", async () => {
    await expect(create(serve({ shell: false }), { command: "printf a" })).rejects.toMatchObject({ code: -32602 })
    const service = serve({ shell: ({ command }) => command.startsWith("echo") })
    expect(await outputOf(service, await create(service, { command: "echo yes" }))).toBe("yes\n")
    await expect(create(service, { command: "printf no" })).rejects.toMatchObject({ code: -32602 })
  })

  it("runs a file directly that has blanks in its name", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rxacp blanks "))
    const command = join(folder, "a program")
    writeFileSync(command, "#!/bin/sh\necho direct", { mode: 0o700 })
    const service = serve()
    expect(await outputOf(service, await create(service, { command }))).toBe("direct\n")
    rmSync(folder, { recursive: true })
  })

  it("runs only the commands of a list, without a shell and without variables of the agent", async () => {
    const service = serve({ allow: ["printf", process.execPath] })
    expect(await outputOf(service, await create(service, { command: "printf", args: ["a b"] }))).toBe("a b")
    expect(await outputOf(service, await create(service, node('process.stdout.write("x")')))).toBe("x")
    const refused = [
      { command: "echo", args: ["a"] },
      { command: "printf a; echo b" },
      { command: "./printf", args: ["a"] },
      { command: "printf", args: ["a"], env: [{ name: "PATH", value: "/tmp" }] }
    ]
    for (const request of refused) await expect(create(service, request)).rejects.toMatchObject({ code: -32602 })
  })

  it("asks a function that decides about commands", async () => {
    const service = serve({ allow: ({ command, args = [] }) => command === "printf" && args[0] === "yes" })
    expect(await outputOf(service, await create(service, { command: "printf", args: ["yes"] }))).toBe("yes")
    await expect(create(service, { command: "printf", args: ["no"] })).rejects.toThrow("the command is not allowed")
  })

  it("gives the command its environment, and nothing to read", async () => {
    const service = serve({ env: { ONE: "host", TWO: "host" } })
    const script = 'process.stdin.resume().on("end", () => console.log(process.env.ONE, process.env.TWO))'
    const id = await create(service, { ...node(script), env: [{ name: "TWO", value: "agent" }] })
    expect(await outputOf(service, id)).toBe("host agent\n")
  })

  it("keeps the folder under the root", async () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), "rxacp-terminals-")))
    const root = join(outside, "work")
    mkdirSync(join(root, "inner"), { recursive: true })
    symlinkSync(outside, join(root, "out"))
    const service = serve({ root })
    const pwd = node("process.stdout.write(process.cwd())")
    expect(await outputOf(service, await create(service, pwd))).toBe(root)
    expect(await outputOf(service, await create(service, { ...pwd, cwd: join(root, "inner") }))).toBe(
      join(root, "inner")
    )
    for (const cwd of [outside, join(root, "out"), join(root, ".."), "inner"]) {
      await expect(create(service, { ...pwd, cwd })).rejects.toMatchObject({ code: -32602 })
    }
    await expect(create(service, { ...pwd, cwd: join(root, "missing") })).rejects.toMatchObject({
      message: expect.stringContaining("does not exist")
    })
    rmSync(outside, { recursive: true })
  })

  it("has a limit on how many there are", async () => {
    const service = serve({ maxTerminals: 2 })
    const [first = ""] = await Promise.all([create(service, node(forever)), create(service, node(forever))])
    await expect(create(service, node(forever))).rejects.toMatchObject({ code: -32603 })
    await ask(service, "release", first)
    await create(service, node(forever))
  })

  it("counts those that are being started, too", async () => {
    const service = serve({ maxTerminals: 2 })
    const asked = await Promise.allSettled([1, 2, 3].map(() => create(service, node(forever))))
    expect(asked.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"])
  })

  it("has a limit on how long one runs", async () => {
    const service = serve({ maxMs: 50 })
    expect(await exitOf(service, await create(service, node(forever)))).toEqual({ exitCode: null, signal: "SIGTERM" })
  })
})

describe("output", () => {
  it("is everything so far, and tells the exit once there is one", async () => {
    const service = serve()
    const id = await create(service, node(`console.log("out");console.error("err");${forever}`))
    await printed(service, id, "out\n")
    await printed(service, id, "err\n")
    expect(Object.keys(await ask(service, "output", id))).toEqual(["output", "truncated"])
    await ask(service, "kill", id)
    await exitOf(service, id)
    expect(await ask(service, "output", id)).toMatchObject({
      truncated: false,
      exitStatus: { exitCode: null, signal: "SIGTERM" }
    })
  })

  it("keeps the last bytes, from a character on", async () => {
    const service = serve()
    const id = await create(service, { ...node('process.stdout.write("€".repeat(100))'), outputByteLimit: 11 })
    await exitOf(service, id)
    expect(await ask(service, "output", id)).toMatchObject({ output: "€€€", truncated: true })
  })

  it("stays within the host's own limit, whatever the agent asks for", async () => {
    const service = serve({ maxOutputBytes: 10 })
    const id = await create(service, { ...node('process.stdout.write("x".repeat(100))'), outputByteLimit: 1000 })
    await exitOf(service, id)
    expect(await ask(service, "output", id)).toMatchObject({ output: "x".repeat(10), truncated: true })
  })

  it("the output of a terminal is complete at its exit, also when a background process keeps it open", async () => {
    const service = serve({ outputWait: 50 })
    const id = await create(service, { command: "sleep 1000 & echo done" })
    expect(await exitOf(service, id)).toEqual({ exitCode: 0, signal: null })
    expect(service.snapshot(id)?.output).toBe("done\n")
  })

  it("is live for display: what is kept, then what comes", async () => {
    const service = serve()
    const id = await create(service, node("let n = 0;setInterval(() => n < 3 ? console.log(n++) : process.exit(), 20)"))
    await printed(service, id, "0\n")
    const late = service.liveOutput(id).pipe(
      toArray(),
      map((parts) => parts.join(""))
    )
    expect(await lastValueFrom(late)).toBe("0\n1\n2\n")
    expect(await lastValueFrom(service.liveOutput("never-made").pipe(toArray()))).toEqual([])
  })
})

describe("kill", () => {
  it("kill ends the command with its descendants and keeps the id", async () => {
    const service = serve({ waits: { terminate: 100 } })
    const { command, args } = program("family", "wrapper", "stubborn", "away")
    const id = await create(service, { command, args })
    const text = await lastValueFrom(
      service.liveOutput(id).pipe(
        scan((all, news) => all + news, ""),
        filter((all) => pidsOf(all).length === 3),
        take(1)
      )
    )
    const wait = exitOf(service, id)
    expect(await ask(service, "kill", id)).toEqual({})
    expect(pidsOf(text).filter(isRunning)).toEqual([])
    expect(await wait).toEqual({ exitCode: null, signal: "SIGKILL" })
    expect(await ask(service, "output", id)).toMatchObject({ output: expect.stringContaining("wrapper pid") })
  })

  it("changes nothing for a command that has ended", async () => {
    const service = serve()
    const id = await create(service, node("process.exit(3)"))
    await exitOf(service, id)
    expect(await ask(service, "kill", id)).toEqual({})
    expect(await exitOf(service, id)).toEqual({ exitCode: 3, signal: null })
  })
})

describe("release", () => {
  it("frees the id and keeps the last output for display (case 57)", async () => {
    const service = serve()
    const id = await create(service, node('console.log("hi")'))
    await exitOf(service, id)
    expect(await ask(service, "release", id)).toEqual({})
    expect(service.snapshot(id)).toEqual({
      output: "hi\n",
      truncated: false,
      exitStatus: { exitCode: 0, signal: null }
    })
    expect(await lastValueFrom(service.liveOutput(id))).toBe("hi\n")
    for (const method of ["output", "waitForExit", "kill", "release"] as const) {
      await expect(ask(service, method, id)).rejects.toMatchObject({
        code: -32002,
        message: `the terminal ${id} was released`
      })
      await expect(ask(service, method, "never-made")).rejects.toMatchObject({
        code: -32002,
        data: { terminalId: "never-made" }
      })
    }
    expect(service.snapshot("never-made")).toBeUndefined()
  })

  it("ends the command and answers who waits for it", async () => {
    const service = serve()
    const id = await create(service, node(forever))
    const waits = [exitOf(service, id), exitOf(service, id)]
    await ask(service, "release", id)
    const status = { exitCode: null, signal: "SIGTERM" }
    expect(await Promise.all(waits)).toEqual([status, status])
  })

  it("keeps the output of the latest only", async () => {
    const service = serve({ maxReleased: 1 })
    const ids = await lastValueFrom(
      from([1, 2]).pipe(
        concatMap((n) => create(service, node(`console.log(${n})`))),
        concatMap((id) =>
          exitOf(service, id)
            .then(() => ask(service, "release", id))
            .then(() => id)
        ),
        toArray()
      )
    )
    expect(ids.map((id) => service.snapshot(id)?.output)).toEqual([undefined, "2\n"])
  })
})

describe("a session", () => {
  it("can't reach the terminals of another", async () => {
    const service = serve()
    const id = await create(service, node(forever))
    await expect(ask(service, "output", id, "s2")).rejects.toMatchObject({ code: -32002 })
    await expect(ask(service, "kill", id, "s2")).rejects.toMatchObject({ code: -32002 })
  })

  it("releases its terminals when it ends, and all end with the connection (case 57)", async () => {
    const service = serve()
    const mine = await create(service, node(`console.log("pid " + process.pid);${forever}`))
    const other = await create(service, { ...node(`console.log("pid " + process.pid);${forever}`), sessionId: "s2" })
    const [pid = 0] = pidsOf(await printed(service, mine, "\n"))
    const [otherPid = 0] = pidsOf(await printed(service, other, "\n"))
    const wait = exitOf(service, mine)
    service.endSession(sessionId)
    expect(await wait).toMatchObject({ signal: "SIGTERM" })
    await expect(ask(service, "output", mine)).rejects.toMatchObject({ code: -32002 })
    expect([isRunning(pid), isRunning(otherPid)]).toEqual([false, true])
    await service.close()
    expect(isRunning(otherPid)).toBe(false)
  })

  it("takes the terminals with it that are being created when it ends", async () => {
    const service = serve()
    const creating = create(service, node(`process.stdout.write("pid " + process.pid);${forever}`))
    await service.close()
    const id = await creating
    await expect(ask(service, "output", id)).rejects.toMatchObject({ code: -32002 })
    expect(service.snapshot(id)?.exitStatus).toEqual({ exitCode: null, signal: "SIGTERM" })
  })
})
