/**
 * Takes the time from the agent's write to the subscriber. Arguments: the reader, the agent's program, how many updates, how
 * many at once, milliseconds from one burst to the next.
 */
import { type ReaderName, readers } from "./readers.ts"
import { report } from "./report.ts"

/** The times of all updates in microseconds, in the order in which they came. */
export type LatencySample = ReadonlyArray<number>

/** What the readers give holds the update, by itself or in the params of a message. */
interface Received {
  readonly params?: Received
  readonly update?: { readonly content: { readonly text: string } }
}

const [name, program, ...pace] = process.argv.slice(2) as [ReaderName, string, ...Array<string>]
const times: Array<number> = []

const begin = readers[name]([program, ...pace], (value) => {
  const received = value as Received
  const text = (received.update ?? received.params?.update)?.content.text as string
  if (text === "") return
  if (text === "ready") return begin()
  times.push(Number(process.hrtime.bigint() - BigInt(text)) / 1000)
  if (times.length === Number(pace[0])) report<LatencySample>(times)
})
