/** The real browser of the browser tests: the Chromium of this machine, driven by playwright-core. */
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, chromium } from "playwright-core"
import type { TestContext } from "vitest"

const names = ["chromium", "chromium-browser", "google-chrome"]

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first Chromium on the PATH, or of the one that `RXACP_CHROMIUM` names. */
export const findChromium = (): string | undefined => {
  const folders = (process.env.PATH ?? "").split(delimiter)
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return process.env.RXACP_CHROMIUM ?? places.find(isExecutable)
}

/**
 * Starts Chromium for one test. Where there is none the test is skipped, saying how to install it; with
 * `RXACP_REQUIRE_BROWSER=1` it fails instead. The caller closes it.
 */
export const launchChromium = async ({ skip }: TestContext): Promise<Browser> => {
  const executablePath = findChromium()
  if (executablePath === undefined) {
    const how = "no Chromium found; install it with: apt-get install chromium"
    if (process.env.RXACP_REQUIRE_BROWSER === "1") throw new Error(how)
    process.stderr.write(`${how}\n`)
    return skip(how)
  }
  return startChromium(executablePath)
}

/** Starts the Chromium at a path. Its sandbox does not start for root, who runs the tests in containers. */
export const startChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
