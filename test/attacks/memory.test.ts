/** What a hostile agent makes a host with default options keep: resident size, in a process of its own. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import type { HeldSample } from "../../bench/programs/held-host.ts"

const program = fileURLToPath(new URL("../../bench/programs/held-host.ts", import.meta.url))
const flags = ["--expose-gc", "--conditions=@rxacp/source", "--import", "tsx"]

/** Resident size in MB that a case adds, and the diagnostics that it caused. */
const held = async (
  name: string
): Promise<{ readonly grown: number; readonly diagnostics: HeldSample["diagnostics"] }> => {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, name])
  const { beforeMB, afterMB, diagnostics }: HeldSample = JSON.parse(stdout)
  return { grown: afterMB - beforeMB, diagnostics }
}

it.each([
  ["8 MB of an unfinished line in chunks of one byte", "unfinishedLine", "Noise"],
  ["8 million lines in one chunk", "linesInOneChunk", "InvalidMessage"],
  ["100,000 permission requests that nobody answers", "openRequests", "HeldBytesExceeded"],
  ["300 open requests whose ids take 1 MB", "openRequestsWithLongIds", "HeldBytesExceeded"],
  ["5,000 answers of 64 kB that the agent does not read", "unreadAnswers", "HeldBytesExceeded"],
  ["1,500 events of 1 MB that nobody reads", "events", "EventsDropped"],
  ["100 sessions of 4 MB that nobody asked for", "unclaimedSessions", "EventsDropped"],
  ["1,000 open tool calls of 2 MB", "openToolCalls", "HeldBytesExceeded"],
  ["3,000 message ids of 400 kB", "longMessageIds", "HeldBytesExceeded"],
  ["the diagnostics of 100 lines of 4 MB that are no JSON", "keptDiagnostics", "Noise"]
])(
  "the host grows by less than 64 MB under %s, and says so",
  async (_, name, diagnostic) => {
    const { grown, diagnostics } = await held(name)
    expect(grown).toBeLessThan(64)
    expect(diagnostics[diagnostic]).toBeGreaterThan(0)
  },
  120_000
)
