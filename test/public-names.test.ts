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
    expect(entries.map(({ specifier }) => specifier)).toEqual([
      "@rxacp/core",
      "@rxacp/core/schema",
      "@rxacp/fold",
      "@rxacp/node"
    ])
  })

  it("of @rxacp/core", () => {
    expect(publicNames("@rxacp/core")).toMatchInlineSnapshot(`
      "AgentExited
      AgentSpawnFailed
      type Annotations
      type Answer
      type AudioContent
      AuthRequired
      type AvailableCommand
      type AvailableCommandInput
      type AvailableCommandsUpdate
      type BlobResourceContents
      BufferOverflow
      type ByteSource
      CapabilityMissing
      type CompactionId
      type CompactionStatus
      type CompactionSummaryChunk
      type CompactionUpdate
      type ConfigOptionUpdate
      type ConfigOptionsSet
      ConnectionClosed
      type ConnectionLimits
      type Content
      type ContentBlock
      type ContentChunk
      type Cost
      type CreateTerminalRequest
      type CreateTerminalResponse
      type CurrentModeUpdate
      type DecodeIssue
      type DecodedUpdate
      type Diff
      type EmbeddedResource
      type EmbeddedResourceResource
      type EnvVariable
      type EventStamp
      type Failure
      type FailureJson
      type FailureTag
      type FileService
      type Flow
      type FlowState
      type ImageContent
      type IncomingRecord
      type Invalid
      type InvalidReason
      InvalidResult
      type InvalidUpdate
      type Journal
      JournalFailed
      type JournalRecord
      type KillTerminalRequest
      type KillTerminalResponse
      type LimitName
      type LimitReplyOptions
      type Line
      LineTooLong
      type LoadEnded
      type LoadStarted
      type LocalDecision
      type LocalRecord
      MalformedUpdate
      type MemoryTransport
      type Message
      type MessageId
      MessageTooLarge
      type ModeSet
      type Noise
      type Notice
      type NoticeSeverity
      type Notification
      type Omitted
      type OutgoingRecord
      type Overflow
      type Oversize
      type PermissionAnswer
      type PermissionContext
      type PermissionDecision
      type PermissionHandler
      type PermissionMatch
      type PermissionOption
      type PermissionOptionId
      type PermissionOptionKind
      type PermissionPolicy
      type PermissionPolicyOptions
      type PermissionRequested
      type PermissionResolved
      type PermissionRule
      type Plan
      type PlanEntry
      type PlanEntryPriority
      type PlanEntryStatus
      type ProcessPhase
      type PushSource
      type ReadTextFileRequest
      type ReadTextFileResponse
      type ReleaseTerminalRequest
      type ReleaseTerminalResponse
      type ReplyLimits
      type Request
      type RequestContext
      RequestFailed
      type RequestPermissionOutcome
      type RequestPermissionRequest
      type RequestPermissionResponse
      RequestTimedOut
      type ResourceLink
      type Role
      type RpcError
      type RxacpFailure
      type SelectedPermissionOutcome
      type SessionConfigBoolean
      type SessionConfigGroupId
      type SessionConfigId
      type SessionConfigOption
      type SessionConfigOptionCategory
      type SessionConfigSelect
      type SessionConfigSelectGroup
      type SessionConfigSelectOption
      type SessionConfigSelectOptions
      type SessionConfigValueId
      type SessionEvent
      type SessionId
      type SessionInfoUpdate
      type SessionInvalidUpdate
      type SessionMode
      type SessionModeId
      type SessionModeState
      type SessionOpened
      type SessionUnknownUpdate
      type SessionUpdate
      type SessionUpdateEvent
      type SplitLinesOptions
      type Success
      type Tagged
      type Terminal
      type TerminalExitStatus
      type TerminalId
      type TerminalOutputRequest
      type TerminalOutputResponse
      type TerminalService
      type TextContent
      type TextResourceContents
      type ToolCall
      type ToolCallContent
      type ToolCallId
      type ToolCallLocation
      type ToolCallStatus
      type ToolCallUpdate
      type ToolKind
      type Transport
      type TransportEnd
      type TransportEndpoints
      type TransportObserver
      type TransportOptions
      type TurnEnded
      type TurnFailed
      TurnInProgress
      type TurnStarted
      type TurnUsage
      type UnknownContent
      type UnknownUpdate
      type Unrecognized
      type UnrecognizedUpdate
      type UnstructuredCommandInput
      UnsupportedProtocolVersion
      type Update
      type UpdateEvent
      type UpdatePhase
      type UsageUpdate
      type WaitForTerminalExitRequest
      type WaitForTerminalExitResponse
      type WriteOptions
      type WriteTextFileRequest
      type WriteTextFileResponse
      createTransport
      decodeMessages
      decodeSessionUpdate
      isFailure
      limitReply
      memoryPair
      memoryTransport
      permissionPolicy
      selectOption
      sessionUpdates
      shownToolCall
      splitLines
      updateEvent"
    `)
  })

  it("of @rxacp/core/schema", () => {
    expect(publicNames("@rxacp/core/schema")).toMatchInlineSnapshot(`
      "Annotations
      AudioContent
      AvailableCommand
      AvailableCommandInput
      AvailableCommandsUpdate
      BlobResourceContents
      CompactionId
      CompactionStatus
      CompactionSummaryChunk
      CompactionUpdate
      ConfigOptionUpdate
      Content
      ContentBlock
      ContentChunk
      Cost
      CreateTerminalRequest
      CreateTerminalResponse
      CurrentModeUpdate
      Diff
      EmbeddedResource
      EmbeddedResourceResource
      EnvVariable
      ImageContent
      KillTerminalRequest
      KillTerminalResponse
      MessageId
      Notice
      NoticeSeverity
      PermissionOption
      PermissionOptionId
      PermissionOptionKind
      Plan
      PlanEntry
      PlanEntryPriority
      PlanEntryStatus
      ReadTextFileRequest
      ReadTextFileResponse
      ReleaseTerminalRequest
      ReleaseTerminalResponse
      RequestPermissionOutcome
      RequestPermissionRequest
      RequestPermissionResponse
      ResourceLink
      Role
      SelectedPermissionOutcome
      SessionConfigBoolean
      SessionConfigGroupId
      SessionConfigId
      SessionConfigOption
      SessionConfigOptionCategory
      SessionConfigSelect
      SessionConfigSelectGroup
      SessionConfigSelectOption
      SessionConfigSelectOptions
      SessionConfigValueId
      SessionId
      SessionInfoUpdate
      SessionMode
      SessionModeId
      SessionModeState
      SessionUpdate
      Terminal
      TerminalExitStatus
      TerminalId
      TerminalOutputRequest
      TerminalOutputResponse
      TextContent
      TextResourceContents
      ToolCall
      ToolCallContent
      ToolCallId
      ToolCallLocation
      ToolCallStatus
      ToolCallUpdate
      ToolKind
      type UnknownContent
      type Unrecognized
      UnstructuredCommandInput
      UsageUpdate
      WaitForTerminalExitRequest
      WaitForTerminalExitResponse
      WriteTextFileRequest
      WriteTextFileResponse"
    `)
  })

  it("of @rxacp/fold", () => {
    expect(publicNames("@rxacp/fold")).toMatchInlineSnapshot(`
      "type Anomaly
      type CompactionEntry
      type EntryBase
      type ExtendedState
      type ExtensionReducer
      type ExtensionReducers
      type FoldInput
      MAX_ANOMALIES
      type MessageEntry
      type MessageRole
      type PendingPermission
      type SerializedSession
      type SessionOptions
      type SessionState
      type Sessions
      type Timeline
      type TimelineEntry
      type ToolCallEntry
      type TurnState
      type UsageState
      emptySession
      emptySessions
      extendFold
      foldSession
      foldSessions
      foldSessionsWith
      lastAgentMessage
      messageText
      messages
      openToolCalls
      replyText
      restoreSession
      serializeSession
      toolCall
      toolCalls"
    `)
  })

  it("of @rxacp/node", () => {
    expect(publicNames("@rxacp/node")).toMatchInlineSnapshot(`
      "type AgentOptions
      type AgentProcess
      type EndWaits
      type Exit
      agentProcess
      spawnAgent"
    `)
  })
})

describe.each(entries)("$specifier", ({ source }) => {
  it("documents every public name", () => {
    const bare = exportedNames(source).filter(({ documented }) => !documented)
    expect(bare.map(({ name, file }) => `${name} (${relative(root, file)})`)).toEqual([])
  })
})
