/** What holds after every schedule, whatever the agent and the host did. Each function lists what does not. */

import type { SessionEvent } from "@rxacp/core"
import type { ModelAgent } from "./model-agent.ts"
import type { ModelHost, Watched, WatchedSession, WatchedTurn } from "./model-host.ts"

/** How far a schedule got. */
export interface Outcome {
  /** Whether the agent answered everything, nothing was held and every line was delivered before the end. */
  readonly orderly: boolean
}

/** Everything that does not hold after a schedule. */
export const brokenInvariants = (agent: ModelAgent, host: ModelHost, outcome: Outcome): ReadonlyArray<string> => [
  ...agent.broken,
  ...host.broken,
  ...(host.diagnosticsCompleted ? [] : ["the diagnostics have not completed"]),
  ...host.calls.flatMap(brokenCall),
  ...brokenRequests(agent, host, outcome),
  ...host.sessions.flatMap((watched) => [
    ...watched.turns.flatMap(brokenTurn),
    ...brokenOrder(watched, droppedOf(watched, host)),
    ...brokenUpdates(watched, agent.updates.get(watched.session.id) ?? [], {
      ...outcome,
      dropped: droppedOf(watched, host)
    })
  ])
]

const droppedOf = ({ session }: WatchedSession, { dropped }: ModelHost): number => dropped.get(session.id) ?? 0

const brokenCall = (call: Watched): ReadonlyArray<string> => [
  ...brokenEnd(call),
  ...(call.values > 1 && call.name !== "load" && call.name !== "resume"
    ? [`${call.name} emitted ${call.values} values`]
    : [])
]

const brokenEnd = ({ name, ends, left }: Watched): ReadonlyArray<string> =>
  ends === 1 || (left && ends === 0) ? [] : [`${name} ended ${ends} times`]

/** Each request is answered once; one that nobody answers lives until it is withdrawn, also when its turn ends. */
const brokenRequests = (agent: ModelAgent, host: ModelHost, { orderly }: Outcome): ReadonlyArray<string> =>
  [...agent.requests.values()].flatMap(({ id, method, sessionId, made, permissions, answers, withdrawn }) => {
    const short = `request ${id.slice(0, 40)} (${method}), made ${made} times, was answered ${answers} times`
    if (answers > made) return [short]
    if (!orderly) return []
    const waiting = host.permissions === "never" ? permissions : 0
    if (answers < made - waiting) return [short]
    return answers > made - waiting && !withdrawn && made === 1 && !mayEnd(sessionId, agent, host)
      ? [`${short}, though it was neither withdrawn nor cancelled`]
      : []
  })

/** Whether something happened to a session that ends its open requests. */
const mayEnd = (sessionId: string, agent: ModelAgent, host: ModelHost): boolean =>
  agent.cancelled.has(sessionId) ||
  host.cancelled.has(sessionId) ||
  host.sessions.some(({ session, closed }) => session.id === sessionId && closed)

const isEnd = ({ _tag }: SessionEvent): boolean => _tag === "TurnEnded" || _tag === "TurnFailed"

const brokenTurn = (turn: WatchedTurn): ReadonlyArray<string> => {
  const { events, slow, left } = turn
  const broken = [...brokenEnd(turn)]
  if (slow || events.length === 0) return broken
  const ends = events.filter(isEnd).length
  if (!left && ends !== 1) broken.push(`a turn has ${ends} ends`)
  if (events[0]?._tag !== "TurnStarted") broken.push(`a turn begins with ${events[0]?._tag}`)
  if (ends > 0 && !isEnd(events.at(-1) as SessionEvent)) broken.push("an event stands after the end of its turn")
  return broken
}

/** Numbers without a gap, lines in order, turns one after the other, phases that fit. */
const brokenOrder = ({ events, completions, closed }: WatchedSession, dropped: number): ReadonlyArray<string> => {
  const broken = completions === 1 ? [] : [`the events of a session completed ${completions} times`]
  const open = new Set<unknown>()
  const first = events[0]?.n ?? 1
  if (first !== 1 + dropped && !closed) broken.push(`the first event is ${first}, though ${dropped} were dropped`)
  let n: number | undefined
  let line = 0
  let running: number | undefined
  for (const event of events) {
    if (n !== undefined && event.n !== n + 1) broken.push(`n goes from ${n} to ${event.n}`)
    n = event.n
    if (event.seq !== undefined) {
      if (event.seq < line) broken.push(`seq goes back from ${line} to ${event.seq} at ${event._tag}`)
      line = event.seq
    }
    if (event._tag === "TurnStarted") {
      if (running !== undefined) broken.push("a turn starts inside of another")
      running = event.turn
    }
    if (event._tag === "TurnEnded" || event._tag === "TurnFailed") {
      if (running !== event.turn) broken.push("a turn ends that does not run")
      running = undefined
    }
    if (event._tag === "CancelRequested" && running !== event.turn) broken.push("a turn is cancelled that does not run")
    if (event._tag === "PermissionRequested") open.add(event.id)
    if (event._tag === "PermissionResolved" && !open.has(event.id) && first === 1)
      broken.push("a permission is resolved that was not requested")
    if ("phase" in event && event.phase === "turn" && running === undefined) broken.push("phase turn outside of a turn")
  }
  return broken
}

/** Each update that the agent wrote is an event once, in order; only a cap, a bound or an early end leaves some out. */
const brokenUpdates = (
  { events, closed }: WatchedSession,
  written: ReadonlyArray<number>,
  { orderly, dropped }: Outcome & { readonly dropped: number }
): ReadonlyArray<string> => {
  const lines = events.flatMap((event) => ("phase" in event ? [event.seq] : []))
  const capped = events.some(({ _tag }) => _tag === "Overflow")
  let at = 0
  for (const line of lines) {
    const found = written.indexOf(line ?? -1, at)
    if (found === -1) return [`the update in line ${line} came twice, out of order, or was never written`]
    at = found + 1
  }
  return orderly && !capped && !closed && lines.length < written.length - dropped
    ? [`${lines.length} of ${written.length} updates came`]
    : []
}
