// The log that hosts and viewers share: on Redis where REDIS_URL names one, else in a folder of this machine.
import type { SessionLog } from "@rxacp/core/log"
import { fileLog } from "@rxacp/node"
import { redisLog } from "@rxacp/redis"
import { createClient } from "redis"

export const openLog = async (folder: string): Promise<SessionLog> => {
  const url = process.env.REDIS_URL
  if (url === undefined) return fileLog(folder)
  const client = createClient({ url })
  client.on("error", ({ message }: Error) => console.error(message))
  await client.connect()
  return redisLog({ client })
}
