/** Where the files of one log are. */
import { createHash } from "node:crypto"
import { join } from "node:path"

/** A file of entries of one epoch; `firstN` is the number of the first. */
export interface SegmentName {
  readonly epoch: number
  readonly firstN: number
}

/** The name of the folder of a log: readable where it can be, and different for every key. */
const folderName = (key: string): string => {
  const readable = key.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 40)
  return `${readable}.${createHash("sha256").update(key).digest("hex").slice(0, 32)}`
}

export class LogFolder {
  readonly path: string
  readonly commands: string

  constructor(folder: string, key: string) {
    this.path = join(folder, folderName(key))
    this.commands = join(this.path, "commands.ndjson")
  }

  /** Names the log: one that was deleted and begun again has another name. */
  get birth(): string {
    return join(this.path, "birth.json")
  }

  /** Up to where entries do not count any more, although some may still be in a segment. */
  get trimmed(): string {
    return join(this.path, "trimmed.json")
  }

  /** When the log is to be deleted. */
  get expiry(): string {
    return join(this.path, "expires.json")
  }

  /** Where the entries before an epoch end, which is settled once the epoch is given out. */
  seal(epoch: number): string {
    return join(this.path, `seal-${epoch}.json`)
  }

  /** Exists once the epoch is given out. */
  epoch(epoch: number): string {
    return join(this.path, `epoch-${epoch}.json`)
  }

  segment({ epoch, firstN }: SegmentName): string {
    return join(this.path, `entries-${epoch}-${firstN}.ndjson`)
  }

  snapshot(epoch: number): string {
    return join(this.path, `snapshot-${epoch}.json`)
  }

  lease(epoch: number): string {
    return join(this.path, `lease-${epoch}.json`)
  }

  /** Exists once the command is taken. */
  taken(id: string): string {
    return join(this.path, `taken-${createHash("sha256").update(id).digest("hex").slice(0, 40)}`)
  }
}

const numbersIn = (pattern: RegExp, names: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<number>> =>
  names.flatMap((name) => {
    const match = pattern.exec(name)
    return match === null ? [] : [match.slice(1).map(Number)]
  })

/** The newest epoch among the names of files; 0 when none was given out. */
export const newestEpoch = (names: ReadonlyArray<string>): number =>
  Math.max(0, ...numbersIn(/^epoch-(\d+)\.json$/, names).map(([epoch = 0]) => epoch))

/** The epochs that have a snapshot, newest first. */
export const snapshotEpochs = (names: ReadonlyArray<string>): ReadonlyArray<number> =>
  numbersIn(/^snapshot-(\d+)\.json$/, names)
    .map(([epoch = 0]) => epoch)
    .sort((one, other) => other - one)

/** The segments among the names of files, in order. */
export const segmentsIn = (names: ReadonlyArray<string>): ReadonlyArray<SegmentName> =>
  numbersIn(/^entries-(\d+)-(\d+)\.ndjson$/, names)
    .map(([epoch = 0, firstN = 0]) => ({ epoch, firstN }))
    .sort((one, other) => one.epoch - other.epoch || one.firstN - other.firstN)
