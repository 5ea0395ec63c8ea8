/** The calls of a session beyond the stable protocol, each for an agent that advertises it. */
import { concatMap, map, type Observable } from "rxjs"
import { CapabilityMissing, InvalidResult } from "../../failures.ts"
import type { ContentBlock, InitializeResponse } from "../../schema/index.ts"
import { isJsonObject, type JsonObject } from "../../schema/json-object.ts"
import type { SessionAnswer } from "../../session/session-event.ts"
import type { UnstableFeature } from "../../session/unstable/features.ts"
import { extensionCall } from "../call.ts"
import type { ConnectionContext } from "../context.ts"
import type { SessionSetup } from "../missing-capability.ts"

/** A model that an agent offers. */
export interface OfferedModel {
  readonly modelId: string
  readonly name?: string
  readonly description?: string | null
}

/** The models of a session, and the one in use. */
export interface SessionModels {
  readonly availableModels: ReadonlyArray<OfferedModel>
  readonly currentModelId: string
}

/** What a session can do beyond the stable protocol; each call fails with `CapabilityMissing` where it is not offered. */
export interface UnstableSession<Handle> {
  /** `session/fork`: a session of its own that begins as this one stands. Emits its handle. */
  fork(setup: SessionSetup): Observable<Handle>
  /** `_session/steering`: adds to the prompt of the running turn. Emits the answer as it came. */
  steer(content: string | ReadonlyArray<ContentBlock>): Observable<unknown>
  /** The models that the agent named when the session was opened; undefined when it named none. */
  readonly models: SessionModels | undefined
  /** `session/set_model`, for an agent that named models. */
  setModel(modelId: string): Observable<unknown>
  /** `session/set_title`. */
  setTitle(title: string): Observable<unknown>
  /** `session/archive`. */
  archive(): Observable<unknown>
  /** `session/unarchive`. */
  unarchive(): Observable<unknown>
  /** `session/status`: `open`, `saved`, or another word of the agent's. */
  status(): Observable<string>
}

/** What the calls need of their session. */
export interface UnstableSessionDeps<Handle> {
  readonly context: ConnectionContext
  readonly features: ReadonlySet<UnstableFeature>
  readonly sessionId: string
  readonly opened: () => SessionAnswer | undefined
  readonly handle: (sessionId: string) => Handle
}

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown => {
  let inner = value
  for (const name of path) inner = isJsonObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined
  return inner
}

const isModels = (models: unknown): models is SessionModels =>
  isJsonObject(models) && Array.isArray(models.availableModels) && typeof models.currentModelId === "string"

export const unstableSession = <Handle>({
  context,
  features,
  sessionId,
  opened,
  handle
}: UnstableSessionDeps<Handle>): UnstableSession<Handle> => {
  const guarded = (
    feature: UnstableFeature,
    method: string,
    params: JsonObject,
    offers: (answer: InitializeResponse) => unknown
  ): Observable<unknown> =>
    context.initialized.pipe(
      concatMap((answer) => {
        if (!features.has(feature))
          throw new CapabilityMissing({ method, capability: `the option unstable: ["${feature}"]` })
        const offered = offers(answer)
        if (offered === undefined || offered === null || offered === false) {
          throw new CapabilityMissing({ method, capability: feature })
        }
        return extensionCall(context, method, params)
      })
    )
  const offered =
    (...path: ReadonlyArray<string>) =>
    (answer: InitializeResponse): unknown =>
      at(answer, "agentCapabilities", "sessionCapabilities", ...path)
  const models = (): SessionModels | undefined => {
    const named = at(opened(), "models")
    return features.has("models") && isModels(named) ? named : undefined
  }

  return {
    fork: (setup) =>
      guarded("fork", "session/fork", { mcpServers: [], ...setup, sessionId }, offered("fork")).pipe(
        map((answer) => {
          const id = at(answer, "sessionId")
          if (typeof id === "string") return handle(id)
          throw new InvalidResult({ method: "session/fork", path: ["sessionId"], reason: "expected a string", raw: id })
        })
      ),
    steer: (content) => {
      const prompt = typeof content === "string" ? [{ type: "text", text: content }] : content
      const supported = (answer: InitializeResponse) => at(answer, "_meta", "steering", "supported")
      return guarded("steer", "_session/steering", { sessionId, prompt }, supported)
    },
    get models() {
      return models()
    },
    setModel: (modelId) => guarded("models", "session/set_model", { sessionId, modelId }, models),
    setTitle: (title) => guarded("titles", "session/set_title", { sessionId, title }, offered("title")),
    archive: () => guarded("titles", "session/archive", { sessionId }, offered("archive")),
    unarchive: () => guarded("titles", "session/unarchive", { sessionId }, offered("archive")),
    status: () =>
      guarded("titles", "session/status", { sessionId }, offered("status")).pipe(
        map((answer) => {
          const status = at(answer, "status")
          if (typeof status === "string") return status
          throw new InvalidResult({
            method: "session/status",
            path: ["status"],
            reason: "expected a string",
            raw: status
          })
        })
      )
  }
}
