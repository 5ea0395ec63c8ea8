/**
 * A follower: `node follower.mjs SOCKET PREFIX FILE`. Keeps in FILE what it has folded and how far, replaced as a whole, and goes on
 * from there when it is started again; FILE missing, it begins with the last snapshot.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { comparePositions, pullSession } from "@rxacp/core/log"
import { emptyFollowed, type FollowedState, foldFollowed, restoreSession, serializeSession } from "@rxacp/fold"
import { redisLog } from "@rxacp/redis"
import { createClient } from "redis"

const [socket = "", prefix = "", file = ""] = process.argv.slice(2)
const client = createClient({ socket: { path: socket, tls: false, reconnectStrategy: 20 } })
client.on("error", () => {})
await client.connect()
const log = redisLog({ client, prefix, retryMs: 30_000 })

const kept = (): FollowedState => {
  try {
    const { session, ...rest } = JSON.parse(readFileSync(file, "utf8"))
    return { ...rest, session: restoreSession(session) }
  } catch {
    return emptyFollowed()
  }
}

let state = kept()
/** What must not happen: a value twice or out of order. */
let doubled = 0
let gaps = 0
const after = state.at
for await (const values of pullSession(log, "s1", after === null ? {} : { after })) {
  for (const value of values) {
    if (value._tag === "Gap") gaps++
    else if (value._tag !== "Snapshot" && "epoch" in value && "n" in value && state.at !== null) {
      if (comparePositions(value, state.at) <= 0) doubled++
    }
    state = foldFollowed(state, value)
  }
  writeFileSync(`${file}.new`, JSON.stringify({ ...state, session: serializeSession(state.session), doubled, gaps }))
  renameSync(`${file}.new`, file)
}
