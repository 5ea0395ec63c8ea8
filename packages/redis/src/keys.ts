/** The names of the keys of one log. What stands in braces decides the slot, so a cluster keeps a log together. */

export interface LogKeys {
  /** Hash: epoch, last position, snapshot. */
  readonly meta: string
  /** String that lives as long as the writer's lease. */
  readonly lease: string
  /** Stream of the entries. */
  readonly entries: string
  /** Hash of the ids of commands, with what took each. */
  readonly posted: string
  /** Stream of the commands that were not taken. */
  readonly commands: string
}

/** A brace in the key of a log would end the hash tag early. */
const tag = (prefix: string, key: string): string => `{${`${prefix}:${key}`.replace(/[%{}]/g, encodeURIComponent)}}`

export const logKeys = (prefix: string, key: string): LogKeys => {
  const tagged = tag(prefix, key)
  return {
    meta: `${tagged}:meta`,
    lease: `${tagged}:lease`,
    entries: `${tagged}:entries`,
    posted: `${tagged}:posted`,
    commands: `${tagged}:commands`
  }
}
