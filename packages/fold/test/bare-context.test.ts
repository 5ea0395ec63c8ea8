/** The fold needs the language and nothing else: no Node, no browser, no timers. */
import { createContext, runInContext } from "node:vm"
import { build } from "esbuild"
import { expect, it } from "vitest"

/** The fold as one script, built from its sources, which makes a global `fold` of its exports. */
const foldScript = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: `export * from "@rxacp/fold"`, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "fold",
    conditions: ["@rxacp/source"],
    logLevel: "silent",
    write: false
  })
  return outputFiles.map(({ text }) => text).join("")
}

it("the fold runs where there are no globals but those of the language", { timeout: 120_000 }, async () => {
  const program = `${await foldScript()};
    const chunk = (text) => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } })
    fold.replyText(["Hel", "lo"].map(chunk).reduce(fold.foldSession, fold.emptySession()))`
  expect(runInContext(program, createContext({}))).toBe("Hello")
})
