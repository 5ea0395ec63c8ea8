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
      "@rxacp/core/effect",
      "@rxacp/core/schema",
      "@rxacp/core/testing",
      "@rxacp/fold",
      "@rxacp/node",
      "@rxacp/node/testing"
    ])
  })

  it("of @rxacp/core", () => {
    expect(publicNames("@rxacp/core")).toMatchInlineSnapshot(`
      "type AgentAuthCapabilities
      type AgentCapabilities
      type AgentContext
      AgentExited
      type AgentHandler
      type AgentHandlers
      type AgentRequest
      type AgentRequests
      type AgentSession
      type AgentSessionContext
      AgentSpawnFailed
      type Annotations
      type Answer
      type AudioContent
      type AuthCapabilities
      type AuthMethod
      type AuthMethodAgent
      type AuthMethodId
      type AuthMethodTerminal
      AuthRequired
      type AuthenticateRequest
      type AuthenticateResponse
      type AvailableCommand
      type AvailableCommandInput
      type AvailableCommandsUpdate
      type BackpressureOptions
      type BlobResourceContents
      type BooleanConfigOptionCapabilities
      type BooleanPropertySchema
      BufferOverflow
      type ByteSource
      type CancelNotification
      type CancelRequestNotification
      CapabilityMissing
      type ClientCapabilities
      type ClientLink
      type ClientRequest
      type ClientRequests
      type ClientSessionCapabilities
      type CloseSessionRequest
      type CloseSessionResponse
      type CoalesceOptions
      type CompactionCapabilities
      type CompactionId
      type CompactionStatus
      type CompactionSummaryChunk
      type CompactionUpdate
      type CompleteElicitationNotification
      type ConfigOptionUpdate
      type ConfigOptionsSet
      type ConnectOptions
      type Connection
      ConnectionClosed
      type ConnectionLimits
      type Content
      type ContentBlock
      type ContentChunk
      type Cost
      type CreateElicitationRequest
      type CreateElicitationResponse
      type CreateTerminalRequest
      type CreateTerminalResponse
      type CurrentModeUpdate
      type DecodeIssue
      type Decoded
      type DecodedUpdate
      type DeleteSessionRequest
      type DeleteSessionResponse
      type Diagnostic
      type Dialect
      type Diff
      type Direction
      type Elicitation
      type ElicitationAcceptAction
      type ElicitationCapabilities
      type ElicitationContentValue
      type ElicitationFormCapabilities
      type ElicitationFormMode
      type ElicitationId
      type ElicitationPropertySchema
      type ElicitationRequestScope
      type ElicitationSchema
      type ElicitationSchemaType
      type ElicitationService
      type ElicitationSessionScope
      type ElicitationUrlCapabilities
      type ElicitationUrlMode
      type EmbeddedResource
      type EmbeddedResourceResource
      type EnumOption
      type EnvVariable
      ErrorCode
      type ErrorObject
      type EventStamp
      type ExtensionHandler
      type ExtensionHandlers
      type Failure
      type FailureJson
      type FailureTag
      type FileService
      type FileSystemCapabilities
      type Flow
      type FlowState
      type HttpHeader
      type IacCodeState
      type ImageContent
      type Implementation
      type IncomingRecord
      type InitializeRequest
      type InitializeResponse
      type IntegerPropertySchema
      type Invalid
      type InvalidReason
      InvalidResult
      type InvalidUpdate
      type Journal
      JournalFailed
      type JournalRecord
      type KillTerminalRequest
      type KillTerminalResponse
      type LegacyState
      type LimitName
      type LimitReplyOptions
      type Line
      LineTooLong
      type ListSessionsRequest
      type ListSessionsResponse
      type LoadEnded
      type LoadSessionRequest
      type LoadSessionResponse
      type LoadStarted
      type LocalDecision
      type LocalRecord
      type LogoutCapabilities
      type LogoutRequest
      type LogoutResponse
      MalformedUpdate
      type McpCapabilities
      type McpServer
      type McpServerHttp
      type McpServerSse
      type McpServerStdio
      type MemoryTransport
      type Message
      type MessageChanges
      type MessageId
      MessageTooLarge
      type Method
      type MethodTraits
      type Mismatch
      type ModeSet
      type MultiSelectItems
      type MultiSelectPropertySchema
      type NewSessionRequest
      type NewSessionResponse
      type Noise
      type Notice
      type NoticeCapabilities
      type NoticeSeverity
      type Notification
      type NotificationMethod
      type NumberPropertySchema
      type Offers
      type Omitted
      type OutgoingRecord
      type Overflow
      type Oversize
      type ParamsOf
      type PendingCall
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
      type Projected
      type PromptCapabilities
      type PromptOptions
      type PromptRequest
      type PromptResponse
      type ProtocolVersion
      type PushSource
      type ReadTextFileRequest
      type ReadTextFileResponse
      type Relay
      type RelayEnd
      type RelayOperator
      type RelayOptions
      type ReleaseTerminalRequest
      type ReleaseTerminalResponse
      type ReplyLimits
      type Request
      type RequestContext
      RequestFailed
      type RequestId
      type RequestMethod
      type RequestPermissionOutcome
      type RequestPermissionRequest
      type RequestPermissionResponse
      RequestTimedOut
      type ResourceLink
      type ResultOf
      type ResumeSessionRequest
      type ResumeSessionResponse
      type Role
      type RpcError
      type RxacpFailure
      type SelectedPermissionOutcome
      type ServedAgent
      type Session
      type SessionAdditionalDirectoriesCapabilities
      type SessionCapabilities
      type SessionCloseCapabilities
      type SessionConfigBoolean
      type SessionConfigGroupId
      type SessionConfigId
      type SessionConfigOption
      type SessionConfigOptionCategory
      type SessionConfigOptionsCapabilities
      type SessionConfigSelect
      type SessionConfigSelectGroup
      type SessionConfigSelectOption
      type SessionConfigSelectOptions
      type SessionConfigValueId
      type SessionDeleteCapabilities
      type SessionEvent
      type SessionId
      type SessionInfo
      type SessionInfoUpdate
      type SessionInvalidUpdate
      type SessionListCapabilities
      type SessionMode
      type SessionModeId
      type SessionModeState
      type SessionNotification
      type SessionOpened
      type SessionResumeCapabilities
      type SessionSetup
      type SessionTerminals
      type SessionUnknownUpdate
      type SessionUpdate
      type SessionUpdateEvent
      type SetSessionConfigOptionRequest
      type SetSessionConfigOptionResponse
      type SetSessionModeRequest
      type SetSessionModeResponse
      type SplitLinesOptions
      type StopReason
      type StreamEvent
      type StringFormat
      type StringMultiSelectItems
      type StringPropertySchema
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
      type Timeouts
      type TitledMultiSelectItems
      type ToolCall
      type ToolCallContent
      type ToolCallId
      type ToolCallLocation
      type ToolCallStatus
      type ToolCallUpdate
      type ToolKind
      type TraceRecord
      type TraceSink
      type Translation
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
      type UpdateEventOf
      type UpdateKind
      type UpdatePhase
      type UsageUpdate
      type WaitForTerminalExitRequest
      type WaitForTerminalExitResponse
      type WaterMarks
      type WriteOptions
      type WriteTextFileRequest
      type WriteTextFileResponse
      backpressure
      coalesceChunks
      conflate
      connect
      createTransport
      decodeMessages
      decodeParams
      decodeResult
      decodeSessionUpdate
      failureFromJson
      formatTrace
      iacCode
      isFailure
      type isKnownUpdate
      isMethod
      latestState
      legacy
      limitReply
      memoryPair
      memoryTransport
      methods
      missingCapability
      type noAgentCapabilities
      ofSession
      ofUpdate
      permissionPolicy
      protocolVersion
      relay
      replayJournal
      retryAfterAuth
      rewriteMessage
      selectOption
      serveAgent
      sessionUpdates
      shownToolCall
      splitLines
      textDeltas
      toAsyncIterable
      toReadableStream
      toolCallById
      updateEvent
      withDialect"
    `)
  })

  it("of @rxacp/core/effect", () => {
    expect(publicNames("@rxacp/core/effect")).toMatchInlineSnapshot(`"toEffectStream"`)
  })

  it("of @rxacp/core/schema", () => {
    expect(publicNames("@rxacp/core/schema")).toMatchInlineSnapshot(`
      "AgentAuthCapabilities
      AgentCapabilities
      Annotations
      AudioContent
      AuthCapabilities
      AuthMethod
      AuthMethodAgent
      AuthMethodId
      AuthMethodTerminal
      AuthenticateRequest
      AuthenticateResponse
      AvailableCommand
      AvailableCommandInput
      AvailableCommandsUpdate
      BlobResourceContents
      BooleanConfigOptionCapabilities
      BooleanPropertySchema
      CancelNotification
      CancelRequestNotification
      ClientCapabilities
      ClientSessionCapabilities
      CloseSessionRequest
      CloseSessionResponse
      CompactionCapabilities
      CompactionId
      CompactionStatus
      CompactionSummaryChunk
      CompactionUpdate
      CompleteElicitationNotification
      ConfigOptionUpdate
      Content
      ContentBlock
      ContentChunk
      Cost
      CreateElicitationRequest
      CreateElicitationResponse
      CreateTerminalRequest
      CreateTerminalResponse
      CurrentModeUpdate
      DeleteSessionRequest
      DeleteSessionResponse
      Diff
      ElicitationAcceptAction
      ElicitationCapabilities
      ElicitationContentValue
      ElicitationFormCapabilities
      ElicitationFormMode
      ElicitationId
      ElicitationPropertySchema
      ElicitationRequestScope
      ElicitationSchema
      ElicitationSchemaType
      ElicitationSessionScope
      ElicitationUrlCapabilities
      ElicitationUrlMode
      EmbeddedResource
      EmbeddedResourceResource
      EnumOption
      EnvVariable
      ErrorCode
      ErrorObject
      FileSystemCapabilities
      HttpHeader
      ImageContent
      Implementation
      InitializeRequest
      InitializeResponse
      IntegerPropertySchema
      KillTerminalRequest
      KillTerminalResponse
      ListSessionsRequest
      ListSessionsResponse
      LoadSessionRequest
      LoadSessionResponse
      LogoutCapabilities
      LogoutRequest
      LogoutResponse
      McpCapabilities
      McpServer
      McpServerHttp
      McpServerSse
      McpServerStdio
      MessageId
      MultiSelectItems
      MultiSelectPropertySchema
      NewSessionRequest
      NewSessionResponse
      Notice
      NoticeCapabilities
      NoticeSeverity
      NumberPropertySchema
      PermissionOption
      PermissionOptionId
      PermissionOptionKind
      Plan
      PlanEntry
      PlanEntryPriority
      PlanEntryStatus
      PromptCapabilities
      PromptRequest
      PromptResponse
      ProtocolVersion
      ReadTextFileRequest
      ReadTextFileResponse
      ReleaseTerminalRequest
      ReleaseTerminalResponse
      RequestId
      RequestPermissionOutcome
      RequestPermissionRequest
      RequestPermissionResponse
      ResourceLink
      ResumeSessionRequest
      ResumeSessionResponse
      Role
      SelectedPermissionOutcome
      SessionAdditionalDirectoriesCapabilities
      SessionCapabilities
      SessionCloseCapabilities
      SessionConfigBoolean
      SessionConfigGroupId
      SessionConfigId
      SessionConfigOption
      SessionConfigOptionCategory
      SessionConfigOptionsCapabilities
      SessionConfigSelect
      SessionConfigSelectGroup
      SessionConfigSelectOption
      SessionConfigSelectOptions
      SessionConfigValueId
      SessionDeleteCapabilities
      SessionId
      SessionInfo
      SessionInfoUpdate
      SessionListCapabilities
      SessionMode
      SessionModeId
      SessionModeState
      SessionNotification
      SessionResumeCapabilities
      SessionUpdate
      SetSessionConfigOptionRequest
      SetSessionConfigOptionResponse
      SetSessionModeRequest
      SetSessionModeResponse
      StopReason
      StringFormat
      StringMultiSelectItems
      StringPropertySchema
      Terminal
      TerminalExitStatus
      TerminalId
      TerminalOutputRequest
      TerminalOutputResponse
      TextContent
      TextResourceContents
      TitledMultiSelectItems
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
      WriteTextFileResponse
      isKnownUpdate
      noAgentCapabilities
      protocolVersion"
    `)
  })

  it("of @rxacp/fold", () => {
    expect(publicNames("@rxacp/fold")).toMatchInlineSnapshot(`
      "type Anomaly
      type CompactionEntry
      type EntryBase
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
      type AgentPreset
      type AgentProcess
      type AgentVariable
      type EndWaits
      type Exit
      type FileAccess
      type FileOverlay
      type JournalFile
      type JournalFileOptions
      type Terminals
      type TerminalsOptions
      type TornRecord
      type WorkspaceFiles
      type WorkspaceFilesOptions
      agentProcess
      journalFile
      presets
      readJournal
      serveStdio
      spawnAgent
      terminals
      workspaceFiles"
    `)
  })

  it("of @rxacp/core/testing", () => {
    expect(publicNames("@rxacp/core/testing")).toMatchInlineSnapshot(`
      "type AgentPort
      type AgentScript
      type AnsweredMethod
      type AnyUpdate
      type HandPlayedAgent
      type PlayOptions
      type PlayedTrace
      type Recorded
      type ScriptedAgent
      type ServedScript
      type Step
      type Steps
      type StoredSession
      type Trace
      type TraceRecord
      type WireObject
      type WrittenMessage
      answerAgain
      askPermission
      barrier
      call
      chunksOf
      dieMidLine
      echo
      end
      everyCut
      exit
      fail
      flood
      grandchild
      handPlayedAgent
      ignoreCancel
      inChunks
      marblesWith
      never
      noise
      oversize
      parseTrace
      patch
      permissionOptions
      plan
      playTrace
      raw
      recordTrace
      say
      script
      scriptedAgent
      serveScript
      stderr
      stream
      think
      toolCall
      traceText
      tryOutScript
      update
      usage
      wait"
    `)
  })

  it("of @rxacp/node/testing", () => {
    expect(publicNames("@rxacp/node/testing")).toMatchInlineSnapshot(`
      "type ProgramCommand
      recordedTraces
      scriptedAgentCommand
      tryAgentCommand"
    `)
  })
})

describe.each(entries)("$specifier", ({ source }) => {
  it("documents every public name", () => {
    const bare = exportedNames(source).filter(({ documented }) => !documented)
    expect(bare.map(({ name, file }) => `${name} (${relative(root, file)})`)).toEqual([])
  })
})
