/** Finds out the version of an installed command. */
import { execFile } from "node:child_process"
import { readFile, realpath } from "node:fs/promises"
import { dirname, join } from "node:path"

/**
 * The version of the npm package that the command at `path` belongs to, which costs no start of it; where there is none, the
 * first number with dots of what `--version` prints within `ms` milliseconds.
 */
export const installedVersion = async (
  path: string,
  name: string | undefined,
  ms: number
): Promise<string | undefined> =>
  (name === undefined ? undefined : await packageVersion(path, name)) ?? printedVersion(path, ms)

/** Looks in the folders above the file that a link leads to, and beside the shim that stands for one on Windows. */
const packageVersion = async (path: string, name: string): Promise<string | undefined> => {
  const beside = await manifestVersion(join(dirname(path), "node_modules", name), name)
  if (beside !== undefined) return beside
  let folder = dirname(await realpath(path).catch(() => path))
  for (let parent = dirname(folder); parent !== folder; folder = parent, parent = dirname(folder)) {
    const version = await manifestVersion(folder, name)
    if (version !== undefined) return version
  }
  return undefined
}

const manifestVersion = async (folder: string, name: string): Promise<string | undefined> => {
  try {
    const manifest: { readonly name?: unknown; readonly version?: unknown } = JSON.parse(
      await readFile(join(folder, "package.json"), "utf8")
    )
    return manifest.name === name && typeof manifest.version === "string" ? manifest.version : undefined
  } catch {
    return undefined
  }
}

const printedVersion = (path: string, ms: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const options = { timeout: ms, killSignal: "SIGKILL", windowsHide: true } as const
    const child = execFile(path, ["--version"], options, (_, stdout) =>
      resolve(/\d+(?:\.\d+)+[\w.+-]*/.exec(stdout)?.[0])
    )
    child.stdin?.end()
  })
