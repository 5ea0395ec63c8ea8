/** Serves the text files of a workspace to an agent (protocol: File System). */
import { basename, dirname, resolve } from "node:path"
import { type FileService, RequestFailed, RpcErrorCode } from "@rxacp/core"
import { defer, type Observable, Subject } from "rxjs"
import { deniedPaths } from "./denied-paths.ts"
import { type AllowedPath, insideRoots, isMissing } from "./inside-roots.ts"
import { lineRange } from "./line-range.ts"
import { type OpenFolder, openFolder } from "./open-folder.ts"
import { queueByKey } from "./queue-by-key.ts"
import { FileRefused, readText, replaceText } from "./text-file.ts"

/** An editor's view of files that it has open; it gets real paths. */
export interface FileOverlay {
  /** The text as the user sees it, which may not be saved; undefined when the file is not open, and is read from disk. */
  read?(path: string): string | undefined | Promise<string | undefined>
  /** Takes the new text into the editor and gives true; with false the file is written to disk. */
  write?(path: string, content: string): boolean | Promise<boolean>
}

/** Which files are served, and how. */
export interface WorkspaceFilesOptions {
  /** The folder, or folders, outside of which nothing is read or written. */
  readonly root: string | ReadonlyArray<string>
  /** Offers no writing, so that the agent knows that it can't. Default false. */
  readonly readOnly?: boolean
  /** Largest file that is read or written, in bytes. Default 10 MiB. */
  readonly maxBytes?: number
  /**
   * Patterns of files that are neither read nor written, such as `.env*` or `secrets/**`. One without a slash is matched with
   * the name of the file and of each folder on the way to it, one with a slash with the path from the root on, both as the
   * agent spells it and as it really leads. Case makes no difference. A hard link under another name is not recognised.
   */
  readonly deny?: ReadonlyArray<string>
  readonly overlay?: FileOverlay
}

/** One answered request for a file. */
export interface FileAccess {
  readonly type: "read" | "write"
  readonly sessionId: string
  /** The path as the agent named it. */
  readonly path: string
  /** The bytes of text that were given or taken; absent when the request failed. */
  readonly bytes?: number
  /** Whether the text is that of the overlay. */
  readonly overlay?: boolean
  /** Why the request failed. */
  readonly failure?: RequestFailed
}

/** A file service that reports what it did. */
export interface WorkspaceFiles extends FileService {
  /** Every request once it was answered, also those that failed. Hot. */
  readonly accesses: Observable<FileAccess>
}

/**
 * Serves `fs/read_text_file` and `fs/write_text_file` for the files below `root`. Paths must be absolute and are judged by
 * where they really lead. Requests for one path are served in the order in which they come.
 *
 * A missing file is answered with -32002 and the path in `data`; a path outside of the root or denied, a folder, a file that
 * is binary or too large, a `line` past the end, or a `line` or `limit` that is negative or not whole with -32602; what the system refuses with -32603.
 */
export const workspaceFiles = (options: WorkspaceFilesOptions): WorkspaceFiles => {
  const { readOnly = false, maxBytes = 10 * 1024 * 1024, deny = [], overlay = {} } = options
  if (!(maxBytes > 0)) throw new RangeError(`maxBytes must be positive, got ${maxBytes}`)
  const roots = typeof options.root === "string" ? [options.root] : options.root
  const accesses = new Subject<FileAccess>()
  const ofFile = queueByKey()
  const isDenied = deniedPaths(deny)

  type Request = Pick<FileAccess, "type" | "sessionId" | "path">
  type Served<Result> = { readonly result: Result } & Required<Pick<FileAccess, "bytes" | "overlay">>

  /** Runs `serve` with the real path, reports the outcome, and gives its result or the error to answer with. */
  const answer = async <Result>(request: Request, serve: (place: AllowedPath) => Promise<Served<Result>>) => {
    try {
      const { result, ...facts } = await ofFile(resolve(request.path), async () => {
        const place = await insideRoots(roots, request.path)
        if (!place.allowed) throw new FileRefused(place.reason)
        const asked = roots.some((root) => isDenied(resolve(root), resolve(request.path)))
        if (asked || isDenied(place.root, place.path)) throw new FileRefused("the path is denied")
        return serve(place)
      })
      accesses.next({ ...request, ...facts })
      return result
    } catch (error) {
      const failure = requestFailed(error, request)
      accesses.next({ ...request, failure })
      throw failure
    }
  }

  const read: FileService["readTextFile"] = ({ sessionId, path, line, limit }) =>
    defer(() =>
      answer({ type: "read", sessionId, path }, async (place) => {
        for (const [name, value] of Object.entries({ line, limit })) {
          if (value != null && !isWhole(value)) throw new FileRefused(`${name} must be a whole number from 0 on`)
        }
        const open = await overlay.read?.(place.path)
        const text = open ?? (await inFolder(place, (folder, name) => readText(folder, name, maxBytes)))
        const content = lineRange(text, line, limit)
        if (content === undefined) throw new FileRefused(`the file ends before line ${line}`)
        return { result: { content }, bytes: Buffer.byteLength(content), overlay: open !== undefined }
      })
    )

  const write: FileService["writeTextFile"] = ({ sessionId, path, content }) =>
    defer(() =>
      answer({ type: "write", sessionId, path }, async (place) => {
        const bytes = Buffer.byteLength(content)
        if (bytes > maxBytes) throw new FileRefused(`the text has ${bytes} bytes, the limit is ${maxBytes}`)
        const taken = (await overlay.write?.(place.path, content)) ?? false
        if (!taken) await inFolder(place, (folder, name) => replaceText(folder, name, content), { create: true })
        return { result: {}, bytes, overlay: taken }
      })
    )

  return {
    readTextFile: read,
    ...(readOnly ? {} : { writeTextFile: write }),
    accesses: accesses.asObservable()
  }
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** Runs `use` with the folder of a file and the file's name. */
const inFolder = async <T>(
  { root, path }: AllowedPath,
  use: (folder: OpenFolder, name: string) => Promise<T>,
  options = { create: false }
): Promise<T> => {
  if (path === root) throw new FileRefused("the path is a folder")
  const folder = await openFolder(root, dirname(path), options)
  try {
    return await use(folder, basename(path))
  } finally {
    await folder.close()
  }
}

/** The error to answer with. The path is in `data`, so that an agent can tell a new file from one that can't be read. */
const requestFailed = (error: unknown, { type, path }: Pick<FileAccess, "type" | "path">): RequestFailed => {
  const method = type === "read" ? "fs/read_text_file" : "fs/write_text_file"
  const [code, message] = describe(error)
  return new RequestFailed({ code, message, data: { path }, method }, { cause: error })
}

const describe = (error: unknown): readonly [code: number, message: string] => {
  if (error instanceof FileRefused) return [RpcErrorCode.InvalidParams, error.message]
  if (isMissing(error)) return [RpcErrorCode.ResourceNotFound, "Resource not found"]
  return [RpcErrorCode.InternalError, error instanceof Error ? error.message : String(error)]
}
