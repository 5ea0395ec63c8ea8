/** Connects a client to an agent with something in between, in each direction. */
import {
  AsyncSubject,
  identity,
  ignoreElements,
  merge,
  type Observable,
  type OperatorFunction,
  Subject,
  takeUntil,
  tap
} from "rxjs"
import { internalsOf } from "../transport/internals.ts"
import type { Transport, TransportEnd } from "../transport/transport.ts"
import type { Oversize } from "../wire/lines/line.ts"
import type { Message } from "../wire/messages/message.ts"

/** What stands in one direction: messages in, messages or lines (without LF) out. */
export type RelayOperator = OperatorFunction<Message, Message | string>

/** What stands in the middle; absent means that everything passes as it is. */
export interface RelayOptions {
  readonly toAgent?: RelayOperator
  readonly toClient?: RelayOperator
}

/** How a relay ended: which side left first, and why. `relay` is an operator that failed, or `close()`. */
export interface RelayEnd extends TransportEnd {
  readonly by: "client" | "agent" | "relay"
  /** What an operator failed with. */
  readonly error?: unknown
}

/** A running relay. */
export interface Relay {
  /** Lines that were too long to be read and so could not be passed on. Hot; completes at the end. */
  readonly dropped: Observable<Oversize & { readonly to: "client" | "agent" }>
  /** Emits once, also to late subscribers. By then both transports are closed, or closing. */
  readonly ended: Observable<RelayEnd>
  close(): Promise<void>
}

/**
 * Passes every line from one transport to the other. A message is passed on as the line that it came as, whatever was
 * changed of its other fields: change it with `rewriteMessage`. Noise and invalid messages are passed on as well. While
 * one side does not take what is written, the other is held back, so a slow client holds the agent. When one side ends,
 * so does the other.
 */
export const relay = (
  client: Transport,
  agent: Transport,
  { toAgent = identity, toClient = identity }: RelayOptions = {}
): Relay => {
  const dropped = new Subject<Oversize & { readonly to: "client" | "agent" }>()
  const ended = new AsyncSubject<RelayEnd>()
  const stops = new Subject<void>()

  let over = false
  const end = (how: RelayEnd): void => {
    if (over) return
    over = true
    ended.next(how)
    ended.complete()
    stops.next()
    dropped.complete()
    for (const transport of [client, agent]) transport.close().catch(() => {})
  }

  const direction = (from: Transport, to: Transport, name: "client" | "agent", operator: RelayOperator) =>
    from.messages.pipe(
      operator,
      tap((passed) => {
        if (typeof passed === "string") to.write(passed)
        else if (passed._tag === "Oversize") dropped.next({ ...passed, to: name })
        else to.write(passed.line.text)
        holdUntilTaken(from, to)
      }),
      ignoreElements()
    )

  merge(direction(client, agent, "agent", toAgent), direction(agent, client, "client", toClient))
    .pipe(takeUntil(stops))
    .subscribe({ error: (error: unknown) => end({ by: "relay", error }) })
  client.ended.subscribe((how) => end({ ...how, by: "client" }))
  agent.ended.subscribe((how) => end({ ...how, by: "agent" }))

  return {
    dropped: dropped.asObservable(),
    ended: ended.asObservable(),
    close: async () => {
      end({ by: "relay" })
      await Promise.all([client.close(), agent.close()])
    }
  }
}

/** Holds what comes from one side while the other has not taken what was written. */
const holdUntilTaken = (from: Transport, to: Transport): void => {
  const drained = internalsOf(to).drained()
  if (drained === undefined) return
  const release = from.flow.hold()
  void drained.then(release)
}
