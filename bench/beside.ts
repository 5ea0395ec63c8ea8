/** Costs of several subjects, each beside another one that was measured in the same rounds. */
import { median, rotated } from "./support/statistics.ts"

/** What one run of a subject took, in milliseconds. */
export interface Cost {
  readonly wallMs: number
  /** Processor time; absent where it is not known. */
  readonly cpuMs?: number
}

/** What is measured; `beside` is the name of the subject that it is compared with. */
export interface Subject {
  readonly name: string
  readonly beside?: string
  /** The multiple of `beside` that is to be reached. */
  readonly target?: number
}

/** The medians of a subject over all rounds; the multiples are of `beside` in the same round. */
export interface BesideRow extends Subject {
  readonly wallMs: number
  readonly cost?: number
  /** As `cost`, of the processor time. */
  readonly cpuCost?: number
}

/** Runs all subjects in turn, once to warm the caches of the machine and then so many rounds. */
export const measureBeside = async <S extends Subject>(
  subjects: ReadonlyArray<S>,
  rounds: number,
  run: (subject: S) => Promise<Cost>
): Promise<Array<BesideRow>> => {
  const done: Array<Readonly<Record<string, Cost>>> = []
  for (let round = 0; round <= rounds; round++) {
    const costs: Record<string, Cost> = {}
    for (const subject of rotated(subjects, round)) costs[subject.name] = await run(subject)
    if (round > 0) done.push(costs)
  }
  return subjects.map((subject) => row(subject, done))
}

const row = ({ name, beside, target }: Subject, rounds: ReadonlyArray<Readonly<Record<string, Cost>>>): BesideRow => {
  const of = (value: (own: Cost, other: Cost) => number): number =>
    median(rounds.map((costs) => value(costs[name] as Cost, costs[beside ?? name] as Cost)))
  const hasCpu = rounds.every((costs) => costs[name]?.cpuMs !== undefined)
  return {
    name,
    wallMs: of((own) => own.wallMs),
    ...(beside !== undefined && {
      beside,
      cost: of((own, other) => own.wallMs / other.wallMs),
      ...(hasCpu && { cpuCost: of((own, other) => (own.cpuMs ?? 0) / (other.cpuMs ?? 0)) })
    }),
    ...(target !== undefined && { target })
  }
}
