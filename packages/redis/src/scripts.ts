/** The scripts that run inside Redis, each atomic, and how they are called. */
import type { Send } from "./redis-client.ts"

/** A script with the digest that Redis knows it by. */
export interface Script {
  readonly source: string
  readonly digest: Promise<string>
}

const script = (source: string): Script => ({ source, digest: sha1(source) })

const sha1 = async (text: string): Promise<string> => {
  const bytes = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Runs a script, which is sent whole only when the server does not know it. */
export const run = async (
  send: Send,
  { source, digest }: Script,
  keys: ReadonlyArray<string>,
  args: ReadonlyArray<string>
): Promise<unknown> => {
  const rest = [String(keys.length), ...keys, ...args]
  try {
    return await send("EVALSHA", await digest, ...rest)
  } catch (error) {
    if (!String(error).includes("NOSCRIPT")) throw error
    return send("EVAL", source, ...rest)
  }
}

/**
 * The hash of a log has: `epoch` and `token` of its writer, `birth` (of the log), `n` (entries of this epoch), `last` (position
 * of the last entry), `previous` (that of the last entry before this epoch), `snapshotAt`, `snapshot`.
 */
const fence = `
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'token', 'n', 'previous')
if meta[1] ~= ARGV[1] or meta[2] ~= ARGV[2] then return {'FENCED', meta[1] or '0'} end
`

/** KEYS: hash, lease, then all others of the log. ARGV: token, birth. Gives epoch and previous position. */
export const openScript = script(`
redis.call('HSETNX', KEYS[1], 'birth', ARGV[2])
local epoch = redis.call('HINCRBY', KEYS[1], 'epoch', 1)
local last = redis.call('HGET', KEYS[1], 'last') or '0-0'
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'n', '0', 'previous', last)
redis.call('DEL', KEYS[2])
for i = 1, #KEYS do redis.call('PERSIST', KEYS[i]) end
return {tostring(epoch), last}
`)

/** KEYS: hash, stream. ARGV: epoch, token, first n, items. */
export const appendScript = script(`${fence}
local n = tonumber(meta[3])
local first = tonumber(ARGV[3])
if first > n + 1 then return {'GAP', meta[3]} end
local written = false
for i = 4 + n + 1 - first, #ARGV do
  n = n + 1
  local id = ARGV[1] .. '-' .. string.format('%.0f', n)
  if n == 1 then redis.call('XADD', KEYS[2], id, 'd', ARGV[i], 'p', meta[4])
  else redis.call('XADD', KEYS[2], id, 'd', ARGV[i]) end
  written = id
end
if written then redis.call('HSET', KEYS[1], 'n', string.format('%.0f', n), 'last', written) end
return {'OK'}
`)

/** KEYS: hash. ARGV: epoch, token, position, state. */
export const snapshotScript = script(`${fence}
redis.call('HSET', KEYS[1], 'snapshotAt', ARGV[3], 'snapshot', ARGV[4])
return {'OK'}
`)

/** KEYS: hash, lease. ARGV: epoch, token, ms. */
export const renewScript = script(`${fence}
if ARGV[3] == '0' then redis.call('DEL', KEYS[2]) else redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3]) end
return {'OK'}
`)

/** KEYS: hash, stream. ARGV: epoch, token, the first id to keep. */
export const trimScript = script(`${fence}
redis.call('XTRIM', KEYS[2], 'MINID', ARGV[3])
return {'OK'}
`)

/** KEYS: hash, then all others of the log. ARGV: epoch, token, ms. */
export const expireScript = script(`${fence}
for i = 1, #KEYS do redis.call('PEXPIRE', KEYS[i], ARGV[3]) end
return {'OK'}
`)

/** KEYS: hash, stream. ARGV: the last id that is known, the most entries. Gives birth, last position and entries. */
export const rangeScript = script(`
local meta = redis.call('HMGET', KEYS[1], 'birth', 'last')
local entries = redis.call('XRANGE', KEYS[2], '(' .. ARGV[1], '+', 'COUNT', ARGV[2])
return {meta[1] or '', meta[2] or '0-0', entries}
`)

/** KEYS: hash, lease. Gives epoch, last position and the rest of the lease. */
export const leaseScript = script(`
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'last')
return {meta[1] or '0', meta[2] or '0-0', redis.call('PTTL', KEYS[2])}
`)

/** KEYS: posted ids, stream of commands. ARGV: id, text of id and command. */
export const postScript = script(`
if redis.call('HSETNX', KEYS[1], ARGV[1], '') == 1 then redis.call('XADD', KEYS[2], '*', 'd', ARGV[2]) end
return {'OK'}
`)

/** KEYS: hash, posted ids, stream of commands. ARGV: epoch, token, command id, id of this call, id in the stream. */
export const takeScript = script(`${fence}
local taken = redis.call('HGET', KEYS[2], ARGV[3])
if not taken or taken == '' then
  redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
  taken = ARGV[4]
end
if ARGV[5] ~= '' then redis.call('XDEL', KEYS[3], ARGV[5]) end
return {'OK', taken == ARGV[4] and '1' or '0'}
`)
