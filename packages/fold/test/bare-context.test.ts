/** The fold needs the language and nothing else: no Node, no browser, no timers. */
import { createContext, runInContext } from "node:vm"
import { expect, it } from "vitest"
import { browserBundle } from "../../../test/support/browser-bundle.ts"

it("folds where there are no globals but the language's own", { timeout: 120_000 }, async () => {
  const { code } = await browserBundle(`export * from "@rxacp/fold"`, { format: "iife", globalName: "fold" })
  const program = `${code};
    const chunk = (text) => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } })
    fold.replyText(["Hel", "lo"].map(chunk).reduce(fold.foldSession, fold.emptySession()))`
  expect(runInContext(program, createContext({}))).toBe("Hello")
})
