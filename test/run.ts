/**
 * The test command: runs every check of the repository, even after one has failed, and ends with one line of totals.
 * A tool that only passes or fails counts as one check; vitest adds the tests that it ran.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { execa } from "execa"

interface Tally {
  readonly name: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What is read of the report that vitest's JSON reporter writes. */
interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: ReadonlyArray<{ readonly status: string; readonly assertionResults: ReadonlyArray<unknown> }>
}

const tools = [
  { name: "build", command: ["tsc", "-b"] },
  { name: "types", command: ["tsc", "-p", "tsconfig.test.json"] },
  { name: "lint", command: ["biome", "check", "."] },
  { name: "unused code", command: ["knip", "--no-progress"] }
] as const

const run = async (name: string, [file, ...args]: readonly [string, ...string[]]): Promise<boolean> => {
  console.log(`\n== ${name}: ${[file, ...args].join(" ")}`)
  const { failed } = await execa(file, args, { preferLocal: true, stdio: "inherit", reject: false })
  return !failed
}

const check = async ({ name, command }: (typeof tools)[number]): Promise<Tally> => {
  const ok = await run(name, command)
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

/** A file that does not load is one failure, and so is a run that failed for no test's sake or ran no test. */
const tallyOf = (ok: boolean, report: Report | undefined): Tally => {
  const unloaded = report?.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0)
  const passed = report?.numPassedTests ?? 0
  const failed = (report?.numFailedTests ?? 0) + (unloaded?.length ?? 0)
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  const sound = ok ? passed > 0 : failed > 0
  return { name: "tests", passed, failed: sound ? failed : failed + 1, skipped }
}

const tests = async (filters: ReadonlyArray<string>): Promise<Tally> => {
  const folder = await mkdtemp(join(tmpdir(), "rxacp-report-"))
  const file = join(folder, "vitest.json")
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const ok = await run("tests", ["vitest", "run", ...reporters, ...filters])
  const report = await readFile(file, "utf8").then(
    (text): Report => JSON.parse(text),
    () => undefined
  )
  await rm(folder, { recursive: true })
  return tallyOf(ok, report)
}

const tallies: Tally[] = []
for (const tool of tools) tallies.push(await check(tool))
tallies.push(await tests(process.argv.slice(2)))

const total = (count: "passed" | "failed" | "skipped") => tallies.reduce((sum, tally) => sum + tally[count], 0)
console.log("\nEach of build, types, lint and unused code counts as one check:")
console.table(Object.fromEntries(tallies.map(({ name, ...counts }) => [name, counts])))
const skipped = total("skipped")
console.log(`${total("passed")} passed, ${total("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
process.exitCode = total("failed") > 0 ? 1 : 0
