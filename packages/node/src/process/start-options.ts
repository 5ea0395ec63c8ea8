/** What a program is started with, on any platform. */

/** What a program is started with. */
export interface StartOptions {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly cwd?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly inheritEnv: boolean
  /** Runs `command` as a line of the platform's shell. */
  readonly shell?: boolean
}
