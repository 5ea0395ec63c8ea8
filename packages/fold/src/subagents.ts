/** Subagents as one tree, whichever way their agent reports them. */

import type { ChildSession } from "./state/child-session.ts"
import { type TimelineEntry, toolCallKey } from "./state/entries.ts"
import { isText } from "./state/json.ts"
import type { SessionState } from "./state/session-state.ts"
import { revivedTimeline } from "./state/timeline.ts"
import { isOpen } from "./updates/tool-call-fields.ts"

/** What a subagent does: `working`, `waiting` for the user, or `idle` (done, or not yet begun). */
export type Activity = "working" | "waiting" | "idle"

/** One subagent. */
export interface Subagent {
  /** The tool call that started it, or its own session where the agent names no call. */
  readonly id: string
  /** The tool call that started it. */
  readonly toolCallId?: string
  /** Its own session, when it has one: its updates come under this id. */
  readonly sessionId?: string
  readonly title: string | null
  readonly description: string | null
  readonly activity: Activity
  /** The subagents that it started in turn. */
  readonly children: ReadonlyArray<Subagent>
}

/** A state's sessions by id, as `foldSessions` gives them. */
interface SessionsById {
  get(sessionId: string): SessionState | undefined
}

/** What one branch of the conversation holds: that of the main agent without a parent, or that of one subagent. */
export const timelineOf = (state: SessionState, parent?: string): ReadonlyArray<TimelineEntry> =>
  revivedTimeline(state.timeline)
    .toJSON()
    .filter((entry) => entry.parent === parent)

const activities: Readonly<Record<string, Activity>> = { running: "working", requires_action: "waiting", idle: "idle" }

const activityOfWork = (word: string | undefined): Activity | undefined =>
  word !== undefined && Object.hasOwn(activities, word) ? activities[word] : undefined

/** A subagent while the tree is put together. */
interface Node extends Subagent {
  readonly children: Array<Node>
}

/** A subagent before it has its place, and who started it. */
interface Found {
  readonly node: Node
  readonly startedBy: string | undefined
}

/** The subagents for which a permission request waits. */
const waitingIn = ({ pendingPermissions, timeline }: SessionState): ReadonlySet<string> => {
  const entries = revivedTimeline(timeline)
  const waiting = new Set<string>()
  for (const { request } of pendingPermissions) {
    const id: unknown = request.toolCall?.toolCallId
    const parent = isText(id) ? entries.get(toolCallKey(id))?.parent : undefined
    if (parent !== undefined) waiting.add(parent)
  }
  return waiting
}

const found = (state: SessionState): ReadonlyMap<string, Found> => {
  const entries = revivedTimeline(state.timeline)
  const waiting = waitingIn(state)
  const all = new Map<string, Found>()
  const add = (id: string, parent: string | undefined, child?: ChildSession): void => {
    const entry = parent === undefined ? undefined : entries.get(toolCallKey(parent))
    const call = entry?.type === "toolCall" ? entry : undefined
    const byCall = waiting.has(id) ? "waiting" : call !== undefined && isOpen(call) ? "working" : "idle"
    const node: Node = {
      id,
      ...(parent !== undefined && { toolCallId: parent }),
      ...(child !== undefined && { sessionId: child.sessionId }),
      title: child?.title ?? call?.title ?? null,
      description: child?.description ?? null,
      activity: activityOfWork(child?.state?.state) ?? byCall,
      children: []
    }
    all.set(id, { node, startedBy: call?.parent })
  }
  for (const child of state.childSessions) add(child.parent ?? child.sessionId, child.parent, child)
  for (const { parent } of entries) if (parent !== undefined && !all.has(parent)) add(parent, parent)
  return all
}

/** Links the nodes of one session; walked with a list of its own, since agents may nest without end. */
const linked = (all: ReadonlyMap<string, Found>): Array<Node> => {
  const below = new Map<string, Array<Found>>()
  const roots: Array<Found> = []
  for (const each of all.values()) {
    const under = each.startedBy !== undefined && all.has(each.startedBy) ? each.startedBy : undefined
    if (under === undefined) roots.push(each)
    else if (!below.get(under)?.push(each)) below.set(under, [each])
  }
  const placed = new Set<Found>()
  const tops: Array<Node> = []
  const place = (top: Found): void => {
    if (placed.has(top)) return
    placed.add(top)
    tops.push(top.node)
    const waiting = [top]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const each of below.get(next.node.id) ?? []) {
        if (placed.has(each)) continue
        placed.add(each)
        next.node.children.push(each.node)
        waiting.push(each)
      }
    }
  }
  for (const root of roots) place(root)
  // Those that started each other in a circle are shown at the top.
  for (const each of all.values()) place(each)
  return tops
}

/**
 * The subagents of a session as a tree, in the order in which they were first mentioned. Those that run in the session itself
 * are known by the `parent` of what they do, those with sessions of their own by `subagent_update`. With the sessions of
 * `foldSessions`, the subagents of child sessions hang below them.
 */
export const subagents = (state: SessionState, sessions?: SessionsById): ReadonlyArray<Subagent> => {
  const seen = new Set([state.sessionId])
  const waiting: Array<readonly [SessionState, Array<Node>]> = []
  const grow = (of: SessionState): Array<Node> => {
    const all = found(of)
    for (const { node } of all.values()) {
      const child = node.sessionId === undefined ? undefined : sessions?.get(node.sessionId)
      if (child === undefined || seen.has(node.sessionId ?? null)) continue
      seen.add(node.sessionId ?? null)
      waiting.push([child, node.children])
    }
    return linked(all)
  }
  const tree = grow(state)
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next[1].push(...grow(next[0]))
  return tree
}
