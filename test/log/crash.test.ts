/** What holds after any crash of a host, a follower or the server. `npm run bench -- --only crashes` runs a thousand rounds. */
import { describe, expect, it } from "vitest"
import { hasRedis } from "../support/redis-server.ts"
import { crashRounds } from "./crash/crash-rounds.ts"

describe.skipIf(!hasRedis)("25 random kills of a host, a follower or Redis, or freezes of a replaced host", () => {
  it.each(["everysec", "always"] as const)(
    "leave every fold right, with appendfsync %s",
    { timeout: 300_000 },
    async (appendfsync) => {
      const { wrong, compared, events, kills, fenced } = await crashRounds({ rounds: 25, appendfsync })
      expect(wrong).toEqual([])
      expect(compared).toBeGreaterThan(40)
      expect(events).toBeGreaterThan(200)
      expect(fenced).toBe(kills.frozen)
    }
  )
})
