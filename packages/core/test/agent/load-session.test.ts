/** Loading a session from a served agent. */
import { lastValueFrom, of, toArray } from "rxjs"
import { expect, it } from "vitest"
import { pair, say } from "../support/served-agent.ts"

it("the history of a session is written before the answer to session/load", async () => {
  const agent = pair({
    loadSession: () => of(say("a"), say("b"), { modes: { currentModeId: "m", availableModes: [] } })
  })
  const events = await lastValueFrom(agent.connection.session("s1").load({ cwd: "/w" }).pipe(toArray()))
  expect(events.map(({ _tag }) => _tag)).toEqual(["LoadStarted", "Update", "Update", "LoadEnded"])
  expect(events.at(-1)).toMatchObject({ ok: true, modes: { currentModeId: "m" } })
})

it("the history of a session may end without a value for modes", async () => {
  const agent = pair({ loadSession: () => of(say("a")) })
  const events = await lastValueFrom(agent.connection.session("s1").load({ cwd: "/w" }).pipe(toArray()))
  expect(events.at(-1)).toMatchObject({ _tag: "LoadEnded", ok: true })
})
