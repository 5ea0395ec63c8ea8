/** An agent as a stream: it runs for as long as someone is subscribed. */
import { concat, defer, EMPTY, finalize, ignoreElements, merge, mergeMap, type Observable, of, throwError } from "rxjs"
import type { AgentOptions, AgentProcess } from "./agent-process.ts"
import { spawnAgent } from "./spawn-agent.ts"

/**
 * Starts an agent on subscribe, emits it, and ends it on unsubscribe. When the agent is gone the stream errors with the
 * reason, after the last line of the agent was delivered, so that `retry({ delay })` starts another one with a back-off;
 * it completes when the agent was closed by our side.
 *
 * Each subscription is a run of its own: what was asked of one agent is not asked again of the next. The epochs of the runs
 * count up from that of the options, so that a session of one run is not taken for one of the next.
 */
export const agentProcess = (options: AgentOptions): Observable<AgentProcess> => {
  let epoch = options.epoch ?? 1
  return defer(() => {
    const agent = spawnAgent({ ...options, epoch: epoch++ })
    return concat(of(agent), untilGone(agent)).pipe(finalize(() => void agent.close()))
  })
}

const untilGone = (agent: AgentProcess): Observable<never> =>
  agent.exit.pipe(
    // Lines that were not read yet are read now: the transport ends after its last line.
    mergeMap(() => merge(agent.lines.pipe(ignoreElements()), agent.ended)),
    mergeMap(({ failure }) => (failure === undefined ? EMPTY : throwError(() => failure)))
  )
