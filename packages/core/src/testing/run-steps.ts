/** Runs the steps of a script: what each does to the session, the stream and the process. */
import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  from,
  ignoreElements,
  map,
  mergeMap,
  NEVER,
  type Observable,
  of,
  queueScheduler,
  subscribeOn,
  throwError,
  timer
} from "rxjs"
import type { AgentSession } from "../agent/agent-session.ts"
import { RequestFailed } from "../failures.ts"
import { fromBase64 } from "../journal/base64.ts"
import type { PromptResponse, SessionUpdate } from "../schema/index.ts"
import { internalsOf } from "../transport/internals.ts"
import { notificationLine, resultLine } from "../wire/messages/encode.ts"
import type { RpcId } from "../wire/messages/message.ts"
import type { AgentPort } from "./agent-port.ts"
import type { AnyUpdate, Step, Steps } from "./step.ts"
import { say } from "./steps.ts"

export interface StepRun {
  readonly port: AgentPort
  readonly session: AgentSession
  /** The request that the prompt is; absent outside of a turn. */
  readonly requestId?: RpcId
  /** Anything else that is asked of the client. */
  readonly request: (method: string, params: unknown) => Observable<unknown>
  /** Completes when a barrier is released. */
  readonly barrier: (name: string) => Observable<never>
  readonly ignoreCancel: () => void
}

/** What a turn emits. */
export type StepOutput = SessionUpdate | PromptResponse

/** The steps one after the other, each when the client has taken what the one before wrote. */
export const runSteps = (steps: Steps, run: StepRun): Observable<StepOutput> =>
  concat(
    ...steps.map((step) =>
      concat(
        defer(() => runStep(step, run)),
        taken(run.port)
        // Through the queue, so that thousands of steps that take no time don't nest on the stack.
      ).pipe(subscribeOn(queueScheduler))
    )
  )

const runStep = (step: Step, run: StepRun): Observable<StepOutput> => {
  const { port, session } = run
  switch (step.do) {
    case "update":
      return of(asUpdate(step.update))
    case "stream":
      return from(words(step.text)).pipe(
        concatMap((text) =>
          concat(pause(step.every), of(asUpdate({ ...step.update, content: { type: "text", text } })))
        ),
        subscribeOn(queueScheduler)
      )
    case "askPermission":
      return askPermission(step, run)
    case "call":
      return run.request(step.method, { sessionId: session.sessionId, ...step.params }).pipe(
        catchError((error: unknown) => of({ error })),
        map((result) => saying(JSON.stringify(result))),
        subscribeOn(queueScheduler)
      )
    case "wait":
      return pause(step.ms)
    case "barrier":
      return run.barrier(step.name)
    case "end":
      return of(step.response)
    case "fail":
      return throwError(() => new RequestFailed({ ...step, method: "session/prompt" }))
    case "answerAgain":
      if (run.requestId !== undefined) port.transport.write(resultLine(run.requestId, { stopReason: "end_turn" }))
      return EMPTY
    case "raw":
      return wrote(port, step.base64 === undefined ? encoder.encode(step.text ?? "") : fromBase64(step.base64))
    case "flood":
      return from(flooded(step, port))
    case "oversize":
      return wrote(port, encoder.encode(`${sizedLine(session, step.bytes)}\n`))
    case "dieMidLine": {
      const line = encoder.encode(lineOf(session, saying("cut off in the middle of a line")))
      return concat(wrote(port, line.subarray(0, line.length / 2)), exiting(port, step.code))
    }
    case "exit":
      return exiting(port, step.code)
    case "never":
      return NEVER
    case "ignoreCancel":
      run.ignoreCancel()
      return EMPTY
    case "stderr":
      port.stderr(step.text)
      return EMPTY
    case "grandchild":
      port.grandchild()
      return EMPTY
  }
}

const askPermission = (step: Step & { readonly do: "askPermission" }, run: StepRun): Observable<StepOutput> => {
  const { toolCall, options } = step
  return run.session.requestPermission({ toolCall, options }).pipe(
    mergeMap(({ outcome }): Observable<StepOutput> => {
      if (outcome.outcome !== "selected") return of({ stopReason: "cancelled" })
      const chosen = options.find(({ optionId }) => optionId === outcome.optionId)
      return runSteps(chosen?.kind.startsWith("allow") === true ? step.allowed : step.rejected, run)
    })
  )
}

const encoder = new TextEncoder()

/** What goes on the wire is the script's business, valid or not. */
export const asUpdate = (update: AnyUpdate): SessionUpdate => update as SessionUpdate

const saying = (text: string): SessionUpdate => {
  const step = say(text)
  return asUpdate(step.do === "update" ? step.update : {})
}

/** A text in pieces of one word and the space after it. */
const words = (text: string): ReadonlyArray<string> => text.match(/\S+\s*|\s+/g) ?? []

const pause = (ms: number): Observable<never> => (ms === 0 ? EMPTY : timer(ms).pipe(ignoreElements()))

/** Completes when the client has taken what was written. */
const taken = ({ transport }: AgentPort): Observable<never> =>
  defer(() => internalsOf(transport).drained() ?? EMPTY).pipe(ignoreElements())

const wrote = (port: AgentPort, bytes: Uint8Array): Observable<never> =>
  defer(() => port.writeBytes(bytes) ?? EMPTY).pipe(ignoreElements())

/** Exits once the client has taken what was written. */
const exiting = (port: AgentPort, code: number): Observable<never> =>
  concat(
    taken(port),
    defer(() => {
      port.exit(code)
      return NEVER
    })
  )

const lineOf = ({ sessionId }: AgentSession, update: SessionUpdate): string =>
  notificationLine("session/update", { sessionId, update })

/** The line of a reply chunk, filled up to a size. */
const sizedLine = (session: AgentSession, bytes: number): string => {
  const empty = lineOf(session, saying("")).length
  return lineOf(session, saying("x".repeat(Math.max(0, bytes - empty))))
}

async function* flooded({ count, bytes }: Step & { readonly do: "flood" }, { transport }: AgentPort) {
  const text = "x".repeat(bytes)
  for (let sent = 0; sent < count; sent++) {
    yield saying(text)
    await internalsOf(transport).drained()
  }
}
