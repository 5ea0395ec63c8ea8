import { fileURLToPath } from "node:url"
import { execa } from "execa"
import { expect, it } from "vitest"

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const GIGABYTE = 1_000_000_000

it("a host with a small heap reads past a line of 1 GB and holds none of it", { timeout: 120_000 }, async () => {
  const { stdout } = await execa(process.execPath, [
    "--max-old-space-size=48",
    "--conditions=@rxacp/source",
    "--import",
    "tsx",
    here("big-line-host.ts"),
    here("big-line-agent.mjs"),
    `${GIGABYTE}`
  ])
  const { seen, grown } = JSON.parse(stdout) as { seen: ReadonlyArray<unknown>; grown: number }
  expect(seen).toEqual([
    { _tag: "Oversize", seq: 1, bytes: GIGABYTE, limit: 1024 * 1024, head: "", tail: "" },
    "_after"
  ])
  // Buffers that wait for the garbage collector included: far from the line, whatever the machine does.
  expect(grown).toBeLessThan(GIGABYTE / 4)
})
