/** Keeps other writers of this machine away from an open file. */
import type { FileHandle } from "node:fs/promises"
import { rm } from "node:fs/promises"
import { connect, createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface FileLock {
  release(): void
}

/**
 * Locks the file behind `file`, under whatever name it was opened; undefined when it is locked already, by this process or
 * by another. The lock is an address that is listened on, so the system lifts it when its owner ends, however that happens.
 *
 * It holds on one machine, on Linux within one network namespace: containers that share a folder don't see each other's.
 */
export const lockFile = async (file: FileHandle): Promise<FileLock | undefined> => {
  const { dev, ino } = await file.stat({ bigint: true })
  const address = addressOf(`rxacp-journal-${dev}-${ino}`)
  const server = (await listen(address)) ?? (await listenAfterCrash(address))
  return server && { release: () => void server.close() }
}

/** Of the kinds of address that end with their owner; where there is none, a socket in the folder for temporary files. */
const addressOf = (name: string): string => {
  if (process.platform === "linux") return `\0${name}`
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

const listen = (path: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy()).unref()
    server.once("error", (error) => {
      if ("code" in error && error.code === "EADDRINUSE") resolve(undefined)
      else reject(error)
    })
    // Workers of a cluster would else share the address.
    server.listen({ path, exclusive: true }, () => resolve(server))
  })

/** A socket that is a file outlives its owner; then no process answers on it. */
const listenAfterCrash = async (path: string): Promise<Server | undefined> => {
  if (process.platform === "linux" || process.platform === "win32" || (await isAnswered(path))) return undefined
  await rm(path, { force: true })
  return listen(path)
}

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })
