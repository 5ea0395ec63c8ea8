/** A POST that arrives although its answer is lost. */
import { connect } from "@rxacp/core"
import { agentTransport, httpTransport } from "@rxacp/http"
import { firstValueFrom, lastValueFrom, of } from "rxjs"
import { expect, it } from "vitest"
import { serve } from "./support/listening.ts"

it("a call whose POST was answered by a cut is sent again and runs once", async () => {
  const prompts: Array<unknown> = []
  const { http } = await serve(() =>
    agentTransport({
      info: { name: "a", version: "1" },
      newSession: () => of({ sessionId: "s" }),
      prompt: ({ prompt }) => {
        prompts.push(prompt)
        return of({ stopReason: "end_turn" })
      }
    })
  )
  const positions: Array<string | null> = []
  const lossy: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    const position = new Headers(init?.headers).get("Acp-Position")
    if (position === null) return answer
    positions.push(position)
    if (positions.filter((other) => other === position).length === 1) throw new TypeError("the answer was lost")
    return answer
  }
  const connection = connect(httpTransport(http, { fetch: lossy }), { info: { name: "t", version: "1" } })
  const session = await firstValueFrom(connection.open({ cwd: "/" }))
  for (let turn = 0; turn < 3; turn++) await lastValueFrom(session.prompt(`turn ${turn}`))
  expect(prompts).toHaveLength(3)
  await expect.poll(() => positions).toEqual(["2", "2", "3", "3", "4", "4", "5", "5"])
  await connection.close()
})
