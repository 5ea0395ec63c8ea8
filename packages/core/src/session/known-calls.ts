/** The tool calls of a session that are not finished, as patched so far: what a person is shown when asked. */
import type { ByteShare, Held } from "../internal/byte-budget.ts"
import { heldSize } from "../internal/held-size.ts"
import { jsonText } from "../internal/json-text.ts"
import type { SessionUpdate, ToolCallUpdate } from "../schema/index.ts"
import { patchToolCall } from "./patch-tool-call.ts"

type Patch = Extract<SessionUpdate, { readonly sessionUpdate: "tool_call" | "tool_call_update" }>

/** A report, as far as a call still holds something of it. */
interface Source {
  readonly bytes: number
}

interface Known {
  readonly call: ToolCallUpdate
  /** Which report each field came in; what a later one has replaced counts no longer. */
  readonly sources: ReadonlyMap<string, Source>
  readonly held: Held
}

/** Open tool calls by id, within a share of what the connection keeps. */
export class KnownCalls {
  readonly #share: ByteShare
  readonly #calls = new Map<string, Known>()

  constructor(share: ByteShare) {
    this.#share = share
  }

  get(toolCallId: string): ToolCallUpdate | undefined {
    return this.#calls.get(toolCallId)?.call
  }

  /** Takes an update that came in a line which takes `bytes` bytes; a call that is completed or failed is forgotten. */
  apply(update: Patch, bytes: number): void {
    const { toolCallId } = update
    const known = this.#calls.get(toolCallId)
    const call = patchToolCall(known?.call, update)
    this.#forget(toolCallId)
    if (call.status === "completed" || call.status === "failed") return
    const sources = sourcesOf(known?.sources, update, call, { bytes })
    let evicted = false
    const held = this.#share.hold(sumOf(sources), () => {
      evicted = true
      this.#calls.delete(toolCallId)
    })
    if (!evicted) this.#calls.set(toolCallId, { call, sources, held })
  }

  clear(): void {
    for (const toolCallId of [...this.#calls.keys()]) this.#forget(toolCallId)
  }

  #forget(toolCallId: string): void {
    this.#calls.get(toolCallId)?.held.release()
    this.#calls.delete(toolCallId)
  }
}

const sourcesOf = (
  before: ReadonlyMap<string, Source> | undefined,
  patch: Patch,
  { _meta }: ToolCallUpdate,
  source: Source
): ReadonlyMap<string, Source> => {
  const sources = new Map(before)
  for (const [field, value] of Object.entries(patch)) {
    if (value !== null && value !== undefined)
      sources.set(field, field === "_meta" ? metaSource(before, _meta, source) : source)
  }
  return sources
}

/**
 * What `_meta` takes, which reports add to rather than replace: the sum of them, until that is twice what was measured last.
 * So measuring costs no more than reading did.
 */
const metaSource = (before: ReadonlyMap<string, Source> | undefined, meta: unknown, { bytes }: Source): Source => {
  const known = before?.get("_meta")
  if (known === undefined) return { bytes }
  const measured = known instanceof MeasuredSource ? known.measured : known.bytes
  const sum = known.bytes + bytes
  if (sum <= 2 * measured) return new MeasuredSource(sum, measured)
  const size = heldSize(jsonText(meta) ?? "")
  return new MeasuredSource(size, size)
}

class MeasuredSource implements Source {
  readonly bytes: number
  readonly measured: number
  constructor(bytes: number, measured: number) {
    this.bytes = bytes
    this.measured = measured
  }
}

const sumOf = (sources: ReadonlyMap<string, Source>): number => {
  let sum = 0
  for (const { bytes } of new Set(sources.values())) sum += bytes
  return sum
}
