/** The public names of `@rxacp/redis`. */
export type { IoRedisClient, NodeRedisClient, RedisClient } from "./redis-client.ts"
export { type Durability, type RedisLog, type RedisLogOptions, redisLog } from "./redis-log.ts"
