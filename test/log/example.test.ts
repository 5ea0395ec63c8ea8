/** The example of a host, a viewer and a takeover, as processes. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it, vi } from "vitest"
import { root } from "../support/workspaces.ts"

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL")
})

const start = (name: string, folder: string) => {
  const args = ["--conditions=@rxacp/source", "--import", "tsx", join("examples/beyond-one-machine", name), folder]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] })
  running.push(child)
  const output = { child, text: "" }
  child.stdout.on("data", (data) => {
    output.text += data
  })
  return output
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000, interval: 50 })

it("shows a page what a host publishes, takes its answers, and changes hosts without a gap", {
  timeout: 90_000
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "rxacp-example-"))
  const viewer = start("viewer.ts", folder)
  const first = start("host.ts", folder)
  await until(() => expect([viewer.text, first.text].join("")).toMatch(/http.*epoch 1 publishes s1/s))
  const address = viewer.text.trim()
  const post = (body: unknown) => fetch(address, { method: "POST", body: JSON.stringify(body) })
  expect(await (await fetch(address)).text()).toContain("EventSource")

  const leaving = new AbortController()
  let stream = ""
  const events = await fetch(`${address}/events`, { signal: leaving.signal })
  void (async () => {
    for await (const bytes of events.body ?? []) stream += new TextDecoder().decode(bytes)
  })().catch(() => {})
  const values = () =>
    stream
      .split("\n\n")
      .flatMap((event) => (/^data: (.*)$/m.exec(event) ?? []).slice(1))
      .map((data) => JSON.parse(data))
  const tags = () => values().map(({ _tag }) => _tag)

  await post({ prompt: "Tidy up" })
  await until(() => expect(tags()).toContain("PermissionRequested"))
  const { id, epoch, request } = values().find(({ _tag }) => _tag === "PermissionRequested")
  await post({ request: { id, epoch }, option: request.options[0].optionId })
  await until(() => expect(tags()).toContain("TurnEnded"))
  expect(values().find(({ _tag }) => _tag === "PermissionResolved")).toMatchObject({
    by: "handler",
    answeredBy: expect.any(String)
  })

  const second = start("host.ts", folder)
  await until(() => expect(first.text).toContain("LogFenced"))
  await until(() => expect(second.text).toContain("epoch 2 publishes s1"))
  await until(() => expect(tags().filter((tag) => tag === "SessionOpened")).toHaveLength(2))
  second.child.kill("SIGKILL")
  await until(() => expect(tags()).toContain("ProducerLost"))
  expect(tags()).not.toContain("Gap")
  leaving.abort()

  // From any position on, the rest comes once.
  const ids = [...stream.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const again = new AbortController()
  const rest = await fetch(`${address}/events`, { signal: again.signal, headers: { "last-event-id": ids[3] ?? "" } })
  let text = ""
  const reading = (async () => {
    for await (const bytes of rest.body ?? []) text += new TextDecoder().decode(bytes)
  })().catch(() => {})
  await until(() => expect([...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)).toEqual(ids.slice(4)))
  again.abort()
  await reading
  await rm(folder, { recursive: true, force: true })
})
