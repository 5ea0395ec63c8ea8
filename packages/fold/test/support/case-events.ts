/** Reads a case of `test/cases` as the session events that its lines amount to. */
import { readFileSync } from "node:fs"
import type { FoldInput } from "@rxacp/fold"

interface Wire {
  readonly id?: number
  readonly method?: string
  readonly params?: {
    readonly sessionId?: string
    readonly prompt?: ReadonlyArray<unknown>
    readonly update?: { readonly sessionUpdate?: string }
  }
  readonly result?: { readonly stopReason?: string } | null
  readonly error?: { readonly code: number; readonly message: string }
}

/** What a case file holds, as far as the fold goes. */
export interface Case {
  readonly id: string
  readonly lines: ReadonlyArray<string>
  readonly client?: ReadonlyArray<{ readonly before: number; readonly send: Wire }>
  readonly expect: {
    readonly messages?: ReadonlyArray<{ role: string; messageId: string | null; text: string }>
    readonly timeline?: ReadonlyArray<string>
    readonly toolCalls?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly toolIds?: ReadonlyArray<string>
    readonly planAfterLine?: Readonly<Record<string, unknown>>
    readonly replies_text?: Readonly<Record<string, { readonly text: string }>>
  }
}

/** The case with this name. */
export const readCase = (name: string): Case =>
  JSON.parse(readFileSync(new URL(`../../../../test/cases/${name}.json`, import.meta.url), "utf8"))

const isUpdate = (tag: string): boolean => !tag.startsWith("_")

/** The events that each line of the case causes, with those that our side's calls before it cause. */
export const eventsByLine = ({ lines, client = [] }: Case): ReadonlyArray<ReadonlyArray<FoldInput>> => {
  const calls = new Map<number, { readonly method: string; readonly turn: number }>()
  let turn = 0
  let n = 0
  const stamp = () => {
    n += 1
    return { sessionId: "s1", epoch: 1, n }
  }

  const sent = ({ id = -1, method = "", params }: Wire): FoldInput => {
    if (method === "session/load") {
      calls.set(id, { method, turn: 0 })
      return { _tag: "LoadStarted", ...stamp() }
    }
    turn += 1
    calls.set(id, { method, turn })
    // The files hold what real peers write, so their fields are taken on trust here and below.
    return { _tag: "TurnStarted", ...stamp(), turn, prompt: params?.prompt } as FoldInput
  }

  const answered = ({ id = -1, result, error }: Wire): FoldInput => {
    const call = calls.get(id)
    calls.delete(id)
    if (call?.method === "session/load") return { _tag: "LoadEnded", ...stamp(), ok: error === undefined }
    const end = { turn: call?.turn ?? 0, stopReason: result?.stopReason ?? "", cancelRequested: false }
    return { _tag: "TurnEnded", ...stamp(), ...end }
  }

  const received = (line: Wire): FoldInput => {
    if (line.method === undefined) return answered(line)
    if (line.method === "session/request_permission") {
      return { _tag: "PermissionRequested", ...stamp(), id: line.id, request: line.params } as FoldInput
    }
    const update = line.params?.update
    const phase = [...calls.values()].some(({ method }) => method === "session/load") ? { phase: "replay" } : {}
    const tag = update?.sessionUpdate
    if (tag === undefined) return { _tag: "InvalidUpdate", ...stamp(), raw: line.params, reason: "no tag" } as FoldInput
    if (!isUpdate(tag)) {
      return { _tag: "UnknownUpdate", ...stamp(), sessionUpdate: tag, raw: update, ...phase } as FoldInput
    }
    return { _tag: "Update", ...stamp(), update, ...phase } as FoldInput
  }

  return lines.map((line, index) => {
    const before = client.filter((step) => step.before === index).map(({ send }) => sent(send))
    return [...before, received(JSON.parse(line))]
  })
}
