/** Our types and the official SDK's: each assignable to the other, apart from what is meant to differ. */
import type * as sdk from "@agentclientprotocol/sdk"
import type { ClientRequest, NotificationMethod, ParamsOf, ResultOf } from "@rxacp/core"
import type * as ours from "@rxacp/core/schema"
import { expectTypeOf } from "vitest"
import type { PlainTypes } from "./plain-types.ts"

/** Every definition of the protocol, by us and by the SDK. */
interface Types {
  AgentAuthCapabilities: [ours.AgentAuthCapabilities, sdk.AgentAuthCapabilities]
  AgentCapabilities: [ours.AgentCapabilities, sdk.AgentCapabilities]
  Annotations: [ours.Annotations, sdk.Annotations]
  AudioContent: [ours.AudioContent, sdk.AudioContent]
  AuthCapabilities: [ours.AuthCapabilities, sdk.AuthCapabilities]
  AuthMethod: [ours.AuthMethod, sdk.AuthMethod]
  AuthMethodAgent: [ours.AuthMethodAgent, sdk.AuthMethodAgent]
  AuthMethodId: [ours.AuthMethodId, sdk.AuthMethodId]
  AuthMethodTerminal: [ours.AuthMethodTerminal, sdk.AuthMethodTerminal]
  AuthenticateRequest: [ours.AuthenticateRequest, sdk.AuthenticateRequest]
  AuthenticateResponse: [ours.AuthenticateResponse, sdk.AuthenticateResponse]
  AvailableCommand: [ours.AvailableCommand, sdk.AvailableCommand]
  AvailableCommandInput: [ours.AvailableCommandInput, sdk.AvailableCommandInput]
  AvailableCommandsUpdate: [ours.AvailableCommandsUpdate, sdk.AvailableCommandsUpdate]
  BlobResourceContents: [ours.BlobResourceContents, sdk.BlobResourceContents]
  BooleanConfigOptionCapabilities: [ours.BooleanConfigOptionCapabilities, sdk.BooleanConfigOptionCapabilities]
  BooleanPropertySchema: [ours.BooleanPropertySchema, sdk.BooleanPropertySchema]
  CancelNotification: [ours.CancelNotification, sdk.CancelNotification]
  CancelRequestNotification: [ours.CancelRequestNotification, sdk.CancelRequestNotification]
  ClientCapabilities: [ours.ClientCapabilities, sdk.ClientCapabilities]
  ClientSessionCapabilities: [ours.ClientSessionCapabilities, sdk.ClientSessionCapabilities]
  CloseSessionRequest: [ours.CloseSessionRequest, sdk.CloseSessionRequest]
  CloseSessionResponse: [ours.CloseSessionResponse, sdk.CloseSessionResponse]
  CompactionCapabilities: [ours.CompactionCapabilities, sdk.CompactionCapabilities]
  CompactionId: [ours.CompactionId, sdk.CompactionId]
  CompactionStatus: [ours.CompactionStatus, sdk.CompactionStatus]
  CompactionSummaryChunk: [ours.CompactionSummaryChunk, sdk.CompactionSummaryChunk]
  CompactionUpdate: [ours.CompactionUpdate, sdk.CompactionUpdate]
  CompleteElicitationNotification: [ours.CompleteElicitationNotification, sdk.CompleteElicitationNotification]
  ConfigOptionUpdate: [ours.ConfigOptionUpdate, sdk.ConfigOptionUpdate]
  Content: [ours.Content, sdk.Content]
  ContentBlock: [ours.ContentBlock, sdk.ContentBlock]
  ContentChunk: [ours.ContentChunk, sdk.ContentChunk]
  Cost: [ours.Cost, sdk.Cost]
  CreateElicitationRequest: [ours.CreateElicitationRequest, sdk.CreateElicitationRequest]
  CreateElicitationResponse: [ours.CreateElicitationResponse, sdk.CreateElicitationResponse]
  CreateTerminalRequest: [ours.CreateTerminalRequest, sdk.CreateTerminalRequest]
  CreateTerminalResponse: [ours.CreateTerminalResponse, sdk.CreateTerminalResponse]
  CurrentModeUpdate: [ours.CurrentModeUpdate, sdk.CurrentModeUpdate]
  DeleteSessionRequest: [ours.DeleteSessionRequest, sdk.DeleteSessionRequest]
  DeleteSessionResponse: [ours.DeleteSessionResponse, sdk.DeleteSessionResponse]
  Diff: [ours.Diff, sdk.Diff]
  ElicitationAcceptAction: [ours.ElicitationAcceptAction, sdk.ElicitationAcceptAction]
  ElicitationCapabilities: [ours.ElicitationCapabilities, sdk.ElicitationCapabilities]
  ElicitationContentValue: [ours.ElicitationContentValue, sdk.ElicitationContentValue]
  ElicitationFormCapabilities: [ours.ElicitationFormCapabilities, sdk.ElicitationFormCapabilities]
  ElicitationFormMode: [ours.ElicitationFormMode, sdk.ElicitationFormMode]
  ElicitationId: [ours.ElicitationId, sdk.ElicitationId]
  ElicitationPropertySchema: [ours.ElicitationPropertySchema, sdk.ElicitationPropertySchema]
  ElicitationRequestScope: [ours.ElicitationRequestScope, sdk.ElicitationRequestScope]
  ElicitationSchema: [ours.ElicitationSchema, sdk.ElicitationSchema]
  ElicitationSchemaType: [ours.ElicitationSchemaType, sdk.ElicitationSchemaType]
  ElicitationSessionScope: [ours.ElicitationSessionScope, sdk.ElicitationSessionScope]
  ElicitationUrlCapabilities: [ours.ElicitationUrlCapabilities, sdk.ElicitationUrlCapabilities]
  ElicitationUrlMode: [ours.ElicitationUrlMode, sdk.ElicitationUrlMode]
  EmbeddedResource: [ours.EmbeddedResource, sdk.EmbeddedResource]
  EmbeddedResourceResource: [ours.EmbeddedResourceResource, sdk.EmbeddedResourceResource]
  EnumOption: [ours.EnumOption, sdk.EnumOption]
  EnvVariable: [ours.EnvVariable, sdk.EnvVariable]
  Error: [ours.ErrorObject, sdk.Error]
  ErrorCode: [ours.ErrorCode, sdk.ErrorCode]
  FileSystemCapabilities: [ours.FileSystemCapabilities, sdk.FileSystemCapabilities]
  HttpHeader: [ours.HttpHeader, sdk.HttpHeader]
  ImageContent: [ours.ImageContent, sdk.ImageContent]
  Implementation: [ours.Implementation, sdk.Implementation]
  InitializeRequest: [ours.InitializeRequest, sdk.InitializeRequest]
  InitializeResponse: [ours.InitializeResponse, sdk.InitializeResponse]
  IntegerPropertySchema: [ours.IntegerPropertySchema, sdk.IntegerPropertySchema]
  KillTerminalRequest: [ours.KillTerminalRequest, sdk.KillTerminalRequest]
  KillTerminalResponse: [ours.KillTerminalResponse, sdk.KillTerminalResponse]
  ListSessionsRequest: [ours.ListSessionsRequest, sdk.ListSessionsRequest]
  ListSessionsResponse: [ours.ListSessionsResponse, sdk.ListSessionsResponse]
  LoadSessionRequest: [ours.LoadSessionRequest, sdk.LoadSessionRequest]
  LoadSessionResponse: [ours.LoadSessionResponse, sdk.LoadSessionResponse]
  LogoutCapabilities: [ours.LogoutCapabilities, sdk.LogoutCapabilities]
  LogoutRequest: [ours.LogoutRequest, sdk.LogoutRequest]
  LogoutResponse: [ours.LogoutResponse, sdk.LogoutResponse]
  McpCapabilities: [ours.McpCapabilities, sdk.McpCapabilities]
  McpServer: [ours.McpServer, sdk.McpServer]
  McpServerHttp: [ours.McpServerHttp, sdk.McpServerHttp]
  McpServerSse: [ours.McpServerSse, sdk.McpServerSse]
  McpServerStdio: [ours.McpServerStdio, sdk.McpServerStdio]
  MessageId: [ours.MessageId, sdk.MessageId]
  MultiSelectItems: [ours.MultiSelectItems, sdk.MultiSelectItems]
  MultiSelectPropertySchema: [ours.MultiSelectPropertySchema, sdk.MultiSelectPropertySchema]
  NewSessionRequest: [ours.NewSessionRequest, sdk.NewSessionRequest]
  NewSessionResponse: [ours.NewSessionResponse, sdk.NewSessionResponse]
  Notice: [ours.Notice, sdk.Notice]
  NoticeCapabilities: [ours.NoticeCapabilities, sdk.NoticeCapabilities]
  NoticeSeverity: [ours.NoticeSeverity, sdk.NoticeSeverity]
  NumberPropertySchema: [ours.NumberPropertySchema, sdk.NumberPropertySchema]
  PermissionOption: [ours.PermissionOption, sdk.PermissionOption]
  PermissionOptionId: [ours.PermissionOptionId, sdk.PermissionOptionId]
  PermissionOptionKind: [ours.PermissionOptionKind, sdk.PermissionOptionKind]
  Plan: [ours.Plan, sdk.Plan]
  PlanEntry: [ours.PlanEntry, sdk.PlanEntry]
  PlanEntryPriority: [ours.PlanEntryPriority, sdk.PlanEntryPriority]
  PlanEntryStatus: [ours.PlanEntryStatus, sdk.PlanEntryStatus]
  PromptCapabilities: [ours.PromptCapabilities, sdk.PromptCapabilities]
  PromptRequest: [ours.PromptRequest, sdk.PromptRequest]
  PromptResponse: [ours.PromptResponse, sdk.PromptResponse]
  ProtocolVersion: [ours.ProtocolVersion, sdk.ProtocolVersion]
  ReadTextFileRequest: [ours.ReadTextFileRequest, sdk.ReadTextFileRequest]
  ReadTextFileResponse: [ours.ReadTextFileResponse, sdk.ReadTextFileResponse]
  ReleaseTerminalRequest: [ours.ReleaseTerminalRequest, sdk.ReleaseTerminalRequest]
  ReleaseTerminalResponse: [ours.ReleaseTerminalResponse, sdk.ReleaseTerminalResponse]
  RequestId: [ours.RequestId, sdk.RequestId]
  RequestPermissionOutcome: [ours.RequestPermissionOutcome, sdk.RequestPermissionOutcome]
  RequestPermissionRequest: [ours.RequestPermissionRequest, sdk.RequestPermissionRequest]
  RequestPermissionResponse: [ours.RequestPermissionResponse, sdk.RequestPermissionResponse]
  ResourceLink: [ours.ResourceLink, sdk.ResourceLink]
  ResumeSessionRequest: [ours.ResumeSessionRequest, sdk.ResumeSessionRequest]
  ResumeSessionResponse: [ours.ResumeSessionResponse, sdk.ResumeSessionResponse]
  Role: [ours.Role, sdk.Role]
  SelectedPermissionOutcome: [ours.SelectedPermissionOutcome, sdk.SelectedPermissionOutcome]
  SessionAdditionalDirectoriesCapabilities: [
    ours.SessionAdditionalDirectoriesCapabilities,
    sdk.SessionAdditionalDirectoriesCapabilities
  ]
  SessionCapabilities: [ours.SessionCapabilities, sdk.SessionCapabilities]
  SessionCloseCapabilities: [ours.SessionCloseCapabilities, sdk.SessionCloseCapabilities]
  SessionConfigBoolean: [ours.SessionConfigBoolean, sdk.SessionConfigBoolean]
  SessionConfigGroupId: [ours.SessionConfigGroupId, sdk.SessionConfigGroupId]
  SessionConfigId: [ours.SessionConfigId, sdk.SessionConfigId]
  SessionConfigOption: [ours.SessionConfigOption, sdk.SessionConfigOption]
  SessionConfigOptionCategory: [ours.SessionConfigOptionCategory, sdk.SessionConfigOptionCategory]
  SessionConfigOptionsCapabilities: [ours.SessionConfigOptionsCapabilities, sdk.SessionConfigOptionsCapabilities]
  SessionConfigSelect: [ours.SessionConfigSelect, sdk.SessionConfigSelect]
  SessionConfigSelectGroup: [ours.SessionConfigSelectGroup, sdk.SessionConfigSelectGroup]
  SessionConfigSelectOption: [ours.SessionConfigSelectOption, sdk.SessionConfigSelectOption]
  SessionConfigSelectOptions: [ours.SessionConfigSelectOptions, sdk.SessionConfigSelectOptions]
  SessionConfigValueId: [ours.SessionConfigValueId, sdk.SessionConfigValueId]
  SessionDeleteCapabilities: [ours.SessionDeleteCapabilities, sdk.SessionDeleteCapabilities]
  SessionId: [ours.SessionId, sdk.SessionId]
  SessionInfo: [ours.SessionInfo, sdk.SessionInfo]
  SessionInfoUpdate: [ours.SessionInfoUpdate, sdk.SessionInfoUpdate]
  SessionListCapabilities: [ours.SessionListCapabilities, sdk.SessionListCapabilities]
  SessionMode: [ours.SessionMode, sdk.SessionMode]
  SessionModeId: [ours.SessionModeId, sdk.SessionModeId]
  SessionModeState: [ours.SessionModeState, sdk.SessionModeState]
  SessionNotification: [ours.SessionNotification, sdk.SessionNotification]
  SessionResumeCapabilities: [ours.SessionResumeCapabilities, sdk.SessionResumeCapabilities]
  SessionUpdate: [ours.SessionUpdate, sdk.SessionUpdate]
  SetSessionConfigOptionRequest: [ours.SetSessionConfigOptionRequest, sdk.SetSessionConfigOptionRequest]
  SetSessionConfigOptionResponse: [ours.SetSessionConfigOptionResponse, sdk.SetSessionConfigOptionResponse]
  SetSessionModeRequest: [ours.SetSessionModeRequest, sdk.SetSessionModeRequest]
  SetSessionModeResponse: [ours.SetSessionModeResponse, sdk.SetSessionModeResponse]
  StopReason: [ours.StopReason, sdk.StopReason]
  StringFormat: [ours.StringFormat, sdk.StringFormat]
  StringMultiSelectItems: [ours.StringMultiSelectItems, sdk.StringMultiSelectItems]
  StringPropertySchema: [ours.StringPropertySchema, sdk.StringPropertySchema]
  Terminal: [ours.Terminal, sdk.Terminal]
  TerminalExitStatus: [ours.TerminalExitStatus, sdk.TerminalExitStatus]
  TerminalId: [ours.TerminalId, sdk.TerminalId]
  TerminalOutputRequest: [ours.TerminalOutputRequest, sdk.TerminalOutputRequest]
  TerminalOutputResponse: [ours.TerminalOutputResponse, sdk.TerminalOutputResponse]
  TextContent: [ours.TextContent, sdk.TextContent]
  TextResourceContents: [ours.TextResourceContents, sdk.TextResourceContents]
  TitledMultiSelectItems: [ours.TitledMultiSelectItems, sdk.TitledMultiSelectItems]
  ToolCall: [ours.ToolCall, sdk.ToolCall]
  ToolCallContent: [ours.ToolCallContent, sdk.ToolCallContent]
  ToolCallId: [ours.ToolCallId, sdk.ToolCallId]
  ToolCallLocation: [ours.ToolCallLocation, sdk.ToolCallLocation]
  ToolCallStatus: [ours.ToolCallStatus, sdk.ToolCallStatus]
  ToolCallUpdate: [ours.ToolCallUpdate, sdk.ToolCallUpdate]
  ToolKind: [ours.ToolKind, sdk.ToolKind]
  UnstructuredCommandInput: [ours.UnstructuredCommandInput, sdk.UnstructuredCommandInput]
  UsageUpdate: [ours.UsageUpdate, sdk.UsageUpdate]
  WaitForTerminalExitRequest: [ours.WaitForTerminalExitRequest, sdk.WaitForTerminalExitRequest]
  WaitForTerminalExitResponse: [ours.WaitForTerminalExitResponse, sdk.WaitForTerminalExitResponse]
  WriteTextFileRequest: [ours.WriteTextFileRequest, sdk.WriteTextFileRequest]
  WriteTextFileResponse: [ours.WriteTextFileResponse, sdk.WriteTextFileResponse]
}

/** The SDK's lists can be written to, ours can't. */
type Frozen<T> = T extends (infer Item)[]
  ? ReadonlyArray<Frozen<Item>>
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T

type NotOurs = { [Name in keyof Types]: Types[Name][1] extends Types[Name][0] ? never : Name }[keyof Types]
type NotTheirs = { [Name in keyof Types]: Types[Name][0] extends Frozen<Types[Name][1]> ? never : Name }[keyof Types]

expectTypeOf<NotOurs>().toEqualTypeOf<never>()

// Ours know content, tool content and options of unknown types or kinds, and any stop reason; so does what holds them.
expectTypeOf<NotTheirs>().toEqualTypeOf<
  | "ContentBlock"
  | "ToolCallContent"
  | "SessionConfigOption"
  | "StopReason"
  | "CompactionSummaryChunk"
  | "CompactionUpdate"
  | "ConfigOptionUpdate"
  | "Content"
  | "ContentChunk"
  | "LoadSessionResponse"
  | "NewSessionResponse"
  | "PermissionOption"
  | "PermissionOptionKind"
  | "PromptRequest"
  | "PromptResponse"
  | "RequestPermissionRequest"
  | "ResumeSessionResponse"
  | "SessionNotification"
  | "SessionUpdate"
  | "SetSessionConfigOptionResponse"
  | "ToolCall"
  | "ToolCallUpdate"
>()

/** What a schema decodes to. */
type Decodes<Value> = Value extends { readonly Type: infer Type } ? Type : never
type Schemas = typeof ours
type Apart = {
  [Name in keyof PlainTypes]: [Decodes<Schemas[Name]>, PlainTypes[Name]] extends [
    PlainTypes[Name],
    Decodes<Schemas[Name]>
  ]
    ? never
    : Name
}[keyof PlainTypes]

// The generated types are those of the schemas.
expectTypeOf<Apart>().toEqualTypeOf<never>()

// The method table gives each call its types.
expectTypeOf<ParamsOf<"session/new">>().toEqualTypeOf<ours.NewSessionRequest>()
expectTypeOf<ResultOf<"session/prompt">>().toEqualTypeOf<ours.PromptResponse>()
expectTypeOf<ClientRequest>().toEqualTypeOf<
  | "initialize"
  | "authenticate"
  | "logout"
  | "session/new"
  | "session/load"
  | "session/resume"
  | "session/list"
  | "session/delete"
  | "session/close"
  | "session/set_mode"
  | "session/set_config_option"
  | "session/prompt"
>()
expectTypeOf<NotificationMethod>().toEqualTypeOf<
  "session/cancel" | "session/update" | "elicitation/complete" | "$/cancel_request"
>()

// A tag narrows, also beside the content of unknown types.
type Text = Extract<ours.ContentBlock, { type: "text" }>["text"]
expectTypeOf<Text>().toEqualTypeOf<string>()
expectTypeOf<Extract<ours.ContentBlock, { type: "unknown" }>>().toEqualTypeOf<ours.UnknownContent>()
expectTypeOf<Extract<ours.SessionUpdate, { sessionUpdate: "tool_call" }>["kind"]>().toEqualTypeOf<
  ours.ToolKind | undefined
>()
