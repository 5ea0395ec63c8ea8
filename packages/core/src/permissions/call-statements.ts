/** All that was said of a tool call: the agent says it in several updates and requests, and may say other things each time. */
import type { ToolCallUpdate, ToolKind } from "../schema/index.ts"
import { type NamedPaths, namedPaths } from "./named-paths.ts"
import { saysSomething } from "./shown-tool-call.ts"

/** What was said of one call, each thing once. */
export interface CallStatements extends NamedPaths {
  readonly kinds: ReadonlyArray<ToolKind>
  readonly titles: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
}

const said = <Value>(value: Value | null | undefined): ReadonlyArray<Value> =>
  value !== undefined && value !== null && saysSomething(value) ? [value] : []

/** What one update or request says. */
export const statementsIn = (call: ToolCallUpdate): CallStatements => ({
  kinds: said(call.kind),
  titles: said(call.title),
  names: said(call.name),
  ...namedPaths(call)
})

const union = <Value>(lists: ReadonlyArray<ReadonlyArray<Value>>): ReadonlyArray<Value> => [...new Set(lists.flat())]

/** What several say together. */
export const statementsOf = (all: ReadonlyArray<CallStatements>): CallStatements => ({
  kinds: union(all.map(({ kinds }) => kinds)),
  titles: union(all.map(({ titles }) => titles)),
  names: union(all.map(({ names }) => names)),
  paths: union(all.map(({ paths }) => paths)),
  hasText: all.some(({ hasText }) => hasText)
})
