/**
 * The public names of each package: a change here is a change of the API. After adding a name on purpose, run
 * `npx vitest run test/public-names.test.ts -u` and review what it writes.
 */
import { relative } from "node:path"
import { describe, expect, it } from "vitest"
import { exportedNames } from "./support/exported-names.ts"
import { root, workspaces } from "./support/workspaces.ts"

const entries = workspaces.flatMap((workspace) => workspace.entries)

const sourceOf = (specifier: string): string => {
  const entry = entries.find((entry) => entry.specifier === specifier)
  if (entry === undefined) throw new Error(`no package exports ${specifier}`)
  return entry.source
}

const publicNames = (specifier: string): string =>
  exportedNames(sourceOf(specifier))
    .map(({ name, isType }) => (isType ? `type ${name}` : name))
    .join("\n")

describe("public names", () => {
  it("of every way into a package are listed below", () => {
    expect(entries.map(({ specifier }) => specifier)).toEqual(["@rxacp/core", "@rxacp/fold", "@rxacp/node"])
  })

  it("of @rxacp/core", () => {
    expect(publicNames("@rxacp/core")).toMatchInlineSnapshot(`
      "AgentExited
      AgentSpawnFailed
      type Answer
      AuthRequired
      BufferOverflow
      CapabilityMissing
      type ConfigOptionsSet
      ConnectionClosed
      type ConnectionLimits
      type DecodeIssue
      type EventStamp
      type Failure
      type FailureJson
      type FailureTag
      type FileService
      type Flow
      type FlowState
      type IncomingRecord
      type Invalid
      InvalidResult
      type InvalidUpdate
      type Journal
      JournalFailed
      type JournalRecord
      type LimitName
      type LimitReplyOptions
      type Line
      LineTooLong
      type LoadEnded
      type LoadStarted
      type LocalDecision
      type LocalRecord
      MalformedUpdate
      type Message
      type MessageId
      MessageTooLarge
      type ModeSet
      type Noise
      type Notification
      type Omitted
      type OutgoingRecord
      type Overflow
      type Oversize
      type PermissionRequested
      type PermissionResolved
      type ProcessPhase
      type ReplyLimits
      type Request
      type RequestContext
      RequestFailed
      RequestTimedOut
      type RpcError
      type RxacpFailure
      type SessionEvent
      type SessionInvalidUpdate
      type SessionOpened
      type SessionUnknownUpdate
      type SessionUpdateEvent
      type Success
      type Tagged
      type TerminalService
      type Transport
      type TransportEnd
      type TurnEnded
      type TurnFailed
      TurnInProgress
      type TurnStarted
      type TurnUsage
      type UnknownUpdate
      UnsupportedProtocolVersion
      type Update
      type UpdateEvent
      type UpdatePhase
      type WriteOptions
      limitReply"
    `)
  })

  it("of @rxacp/fold", () => {
    expect(publicNames("@rxacp/fold")).toMatchInlineSnapshot(`""`)
  })

  it("of @rxacp/node", () => {
    expect(publicNames("@rxacp/node")).toMatchInlineSnapshot(`""`)
  })
})

describe.each(entries)("$specifier", ({ source }) => {
  it("documents every public name", () => {
    const bare = exportedNames(source).filter(({ documented }) => !documented)
    expect(bare.map(({ name, file }) => `${name} (${relative(root, file)})`)).toEqual([])
  })
})
