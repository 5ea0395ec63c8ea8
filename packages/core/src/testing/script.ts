/** What a scripted agent does, turn by turn, and what it says of itself. */
import type { Implementation, InitializeResponse, NewSessionResponse } from "../schema/index.ts"
import type { AnyUpdate, Steps } from "./step.ts"

/** A session that the agent knows from earlier: it is listed and can be loaded. */
export interface StoredSession {
  readonly sessionId: string
  readonly cwd: string
  readonly title?: string
  readonly updatedAt?: string
  /** Its history as updates. */
  readonly history: ReadonlyArray<AnyUpdate>
}

/** A script is plain JSON. */
export interface AgentScript {
  /** The first prompt of a session runs the first turn; past the end the last one is repeated. */
  readonly turns: ReadonlyArray<Steps>
  readonly info?: Implementation
  /** Methods it answers besides `session/new` and `session/prompt`; default: all of them. */
  readonly answers?: ReadonlyArray<AnsweredMethod>
  readonly promptCapabilities?: NonNullable<InitializeResponse["agentCapabilities"]>["promptCapabilities"]
  readonly modes?: NewSessionResponse["modes"]
  readonly configOptions?: NewSessionResponse["configOptions"]
  /** Ids of ways to authenticate; with any, `session/new` wants one of them first. */
  readonly auth?: ReadonlyArray<string>
  readonly stored?: ReadonlyArray<StoredSession>
  /** What it does once a session is open, before its first prompt. */
  readonly opened?: Steps
  /** What it still does after a turn was cancelled and answered. */
  readonly afterCancel?: Steps
  /** Cuts everything it writes into chunks of this many bytes. */
  readonly chunkBytes?: number
}

/** What a scripted agent can leave unanswered. */
export type AnsweredMethod = "loadSession" | "resume" | "list" | "close" | "delete" | "logout"

/** A script of turns. Settings go beside them: `{ ...script([say("hi")]), chunkBytes: 1 }`. */
export const script = (...turns: ReadonlyArray<Steps>): AgentScript => ({ turns })
