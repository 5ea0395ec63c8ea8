/** The two clients that can be used, by what is needed of them. */

/** A client of `redis` (node-redis 6): connected, with an error listener of its owner. */
export interface NodeRedisClient {
  sendCommand(args: ReadonlyArray<string>): Promise<unknown>
  duplicate(): NodeRedisClient
  connect(): Promise<unknown>
  destroy(): void
  on(event: "error", listener: (error: Error) => void): unknown
}

/** A client of `ioredis` 6. */
export interface IoRedisClient {
  call(command: string, ...args: Array<string>): Promise<unknown>
  duplicate(): IoRedisClient
  disconnect(): void
  on(event: "error", listener: (error: Error) => void): unknown
}

/** Either of them. */
export type RedisClient = NodeRedisClient | IoRedisClient

/** Sends one command. */
export type Send = (...args: ReadonlyArray<string>) => Promise<unknown>

/** How commands are sent with a client. */
export const sender = (client: RedisClient): Send =>
  "call" in client ? (name = "", ...args) => client.call(name, ...args) : (...args) => client.sendCommand(args)

/** A connection of our own, for reads that block. */
export interface Connection {
  readonly send: Send
  readonly close: () => void
}

/** Opens a connection with the settings of a client. Its errors show in what is sent. */
export const duplicate = async (client: RedisClient): Promise<Connection> => {
  if ("call" in client) {
    const own = client.duplicate()
    own.on("error", () => {})
    return { send: sender(own), close: () => own.disconnect() }
  }
  const own = client.duplicate()
  own.on("error", () => {})
  await own.connect()
  return { send: sender(own), close: () => own.destroy() }
}
