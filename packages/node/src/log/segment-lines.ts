/** Reads the lines of a file from an offset, as far as they are whole. */
import { type FileHandle, open } from "node:fs/promises"
import { unlessMissing } from "./whole-files.ts"

const CHUNK_BYTES = 256 * 1024
const LF = 0x0a

/** Whole lines, and the offset behind the last of them. */
export interface WholeLines {
  readonly lines: ReadonlyArray<string>
  readonly offset: number
}

/** Bytes from an offset: as many as `CHUNK_BYTES`, or more until there is a whole line. */
const bytesFrom = async (file: FileHandle, from: number, limit: number): Promise<Buffer> => {
  for (let size = CHUNK_BYTES; ; size *= 2) {
    const wanted = Math.min(size, limit - from)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, from)
    const bytes = buffer.subarray(0, bytesRead)
    if (bytes.includes(LF) || bytesRead < size) return bytes
  }
}

/**
 * Some whole lines of the file after `from`, none at its end, up to the byte `limit`; undefined when there is no such file. A
 * last line without LF is still being written, or was cut off.
 */
export const linesFrom = async (path: string, from: number, limit: number): Promise<WholeLines | undefined> => {
  const file = await unlessMissing(open(path, "r"))
  if (file === undefined) return undefined
  try {
    if (from >= limit) return { lines: [], offset: from }
    const bytes = await bytesFrom(file, from, limit)
    const end = bytes.lastIndexOf(LF)
    if (end < 0) return { lines: [], offset: from }
    return { lines: bytes.toString("utf8", 0, end).split("\n"), offset: from + end + 1 }
  } finally {
    await file.close()
  }
}
