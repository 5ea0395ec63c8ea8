/** The shapes of ACP v1 as plain data. */

// Generated from the schemas in `schema/effect` by `npm run generate`.
import type { Field, Shape } from "./shape.ts"

const meta: Field = { lenient: { is: "orNull", of: { is: "object", fields: {} } } }

export const Role: Shape = { is: "words", words: ["assistant", "user"] }

export const Annotations: Shape = {
  is: "object",
  fields: {
    audience: { lenient: { is: "orNull", of: { is: "list", of: Role, skip: true } } },
    lastModified: { lenient: { is: "orNull", of: "string" } },
    priority: { lenient: { is: "orNull", of: "finite" } },
    _meta: meta
  }
}

export const TextResourceContents: Shape = {
  is: "object",
  fields: { mimeType: { lenient: { is: "orNull", of: "string" } }, text: "string", uri: "string", _meta: meta }
}

export const BlobResourceContents: Shape = {
  is: "object",
  fields: { blob: "string", mimeType: { lenient: { is: "orNull", of: "string" } }, uri: "string", _meta: meta }
}

export const EmbeddedResourceResource: Shape = { is: "choice", of: [TextResourceContents, BlobResourceContents] }

export const ContentBlock: Shape = {
  is: "tagged",
  key: "type",
  members: {
    text: {
      is: "object",
      fields: {
        type: { is: "words", words: ["text"] },
        annotations: { lenient: { is: "orNull", of: Annotations } },
        text: "string",
        _meta: meta
      }
    },
    image: {
      is: "object",
      fields: {
        type: { is: "words", words: ["image"] },
        annotations: { lenient: { is: "orNull", of: Annotations } },
        data: "string",
        mimeType: "string",
        uri: { lenient: { is: "orNull", of: "string" } },
        _meta: meta
      }
    },
    audio: {
      is: "object",
      fields: {
        type: { is: "words", words: ["audio"] },
        annotations: { lenient: { is: "orNull", of: Annotations } },
        data: "string",
        mimeType: "string",
        _meta: meta
      }
    },
    resource_link: {
      is: "object",
      fields: {
        type: { is: "words", words: ["resource_link"] },
        annotations: { lenient: { is: "orNull", of: Annotations } },
        description: { lenient: { is: "orNull", of: "string" } },
        mimeType: { lenient: { is: "orNull", of: "string" } },
        name: "string",
        size: { lenient: { is: "orNull", of: "int64" } },
        title: { lenient: { is: "orNull", of: "string" } },
        uri: "string",
        _meta: meta
      }
    },
    resource: {
      is: "object",
      fields: {
        type: { is: "words", words: ["resource"] },
        annotations: { lenient: { is: "orNull", of: Annotations } },
        resource: EmbeddedResourceResource,
        _meta: meta
      }
    }
  },
  open: true
}

export const ToolKind: Shape = {
  is: "words",
  words: ["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"]
}

export const ToolCallStatus: Shape = { is: "words", words: ["pending", "in_progress", "completed", "failed"] }

export const ToolCallContent: Shape = {
  is: "tagged",
  key: "type",
  members: {
    content: {
      is: "object",
      fields: { type: { is: "words", words: ["content"] }, content: ContentBlock, _meta: meta }
    },
    diff: {
      is: "object",
      fields: {
        type: { is: "words", words: ["diff"] },
        path: "string",
        oldText: { lenient: { is: "orNull", of: "string" } },
        newText: "string",
        _meta: meta
      }
    },
    terminal: {
      is: "object",
      fields: { type: { is: "words", words: ["terminal"] }, terminalId: "string", _meta: meta }
    }
  },
  open: true
}

export const ToolCallLocation: Shape = {
  is: "object",
  fields: { path: "string", line: { lenient: { is: "orNull", of: "uint32" } }, _meta: meta }
}

export const PlanEntryPriority: Shape = { is: "words", words: ["high", "medium", "low"] }

export const PlanEntryStatus: Shape = { is: "words", words: ["pending", "in_progress", "completed"] }

export const PlanEntry: Shape = {
  is: "object",
  fields: { content: "string", priority: PlanEntryPriority, status: PlanEntryStatus, _meta: meta }
}

export const UnstructuredCommandInput: Shape = { is: "object", fields: { hint: "string", _meta: meta } }

export const AvailableCommandInput: Shape = { is: "choice", of: [UnstructuredCommandInput] }

export const AvailableCommand: Shape = {
  is: "object",
  fields: {
    name: "string",
    description: "string",
    input: { lenient: { is: "orNull", of: AvailableCommandInput } },
    _meta: meta
  }
}

export const SessionConfigOptionCategory: Shape = {
  is: "choice",
  of: [{ is: "words", words: ["mode", "model", "model_config", "thought_level"] }, "string"]
}

export const SessionConfigSelectOption: Shape = {
  is: "object",
  fields: { value: "string", name: "string", description: { lenient: { is: "orNull", of: "string" } }, _meta: meta }
}

export const SessionConfigSelectGroup: Shape = {
  is: "object",
  fields: {
    group: "string",
    name: "string",
    options: { lenient: { is: "list", of: SessionConfigSelectOption, skip: true }, fallback: [], required: true },
    _meta: meta
  }
}

export const SessionConfigSelectOptions: Shape = {
  is: "choice",
  of: [
    { is: "list", of: SessionConfigSelectOption },
    { is: "list", of: SessionConfigSelectGroup }
  ]
}

export const SessionConfigOption: Shape = {
  is: "tagged",
  key: "type",
  members: {
    select: {
      is: "object",
      fields: {
        type: { is: "words", words: ["select"] },
        id: "string",
        name: "string",
        description: { lenient: { is: "orNull", of: "string" } },
        category: { lenient: { is: "orNull", of: SessionConfigOptionCategory } },
        _meta: meta,
        currentValue: "string",
        options: SessionConfigSelectOptions
      }
    },
    boolean: {
      is: "object",
      fields: {
        type: { is: "words", words: ["boolean"] },
        id: "string",
        name: "string",
        description: { lenient: { is: "orNull", of: "string" } },
        category: { lenient: { is: "orNull", of: SessionConfigOptionCategory } },
        _meta: meta,
        currentValue: "boolean"
      }
    }
  },
  open: true
}

export const Cost: Shape = { is: "object", fields: { amount: "finite", currency: "string", _meta: meta } }

export const NoticeSeverity: Shape = {
  is: "choice",
  of: [{ is: "words", words: ["info", "warning", "error"] }, "string"]
}

export const CompactionStatus: Shape = {
  is: "choice",
  of: [{ is: "words", words: ["in_progress", "completed", "failed", "cancelled"] }, "string"]
}

export const SessionUpdate: Shape = {
  is: "alias",
  of: {
    is: "tagged",
    key: "sessionUpdate",
    members: {
      user_message_chunk: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["user_message_chunk"] },
          content: ContentBlock,
          messageId: { lenient: { is: "orNull", of: "string" } },
          _meta: meta
        }
      },
      agent_message_chunk: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["agent_message_chunk"] },
          content: ContentBlock,
          messageId: { lenient: { is: "orNull", of: "string" } },
          _meta: meta
        }
      },
      agent_thought_chunk: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["agent_thought_chunk"] },
          content: ContentBlock,
          messageId: { lenient: { is: "orNull", of: "string" } },
          _meta: meta
        }
      },
      tool_call: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["tool_call"] },
          toolCallId: "string",
          title: "string",
          name: { lenient: { is: "orNull", of: "string" } },
          kind: { lenient: ToolKind },
          status: { lenient: ToolCallStatus },
          content: { lenient: { is: "list", of: ToolCallContent, skip: true } },
          locations: { lenient: { is: "list", of: ToolCallLocation, skip: true } },
          rawInput: { lenient: "any" },
          rawOutput: { lenient: "any" },
          _meta: meta
        }
      },
      tool_call_update: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["tool_call_update"] },
          toolCallId: "string",
          kind: { lenient: { is: "orNull", of: ToolKind } },
          status: { lenient: { is: "orNull", of: ToolCallStatus } },
          title: { lenient: { is: "orNull", of: "string" } },
          name: { lenient: { is: "orNull", of: "string" } },
          content: { lenient: { is: "orNull", of: { is: "list", of: ToolCallContent, skip: true } } },
          locations: { lenient: { is: "orNull", of: { is: "list", of: ToolCallLocation, skip: true } } },
          rawInput: { lenient: "any" },
          rawOutput: { lenient: "any" },
          _meta: meta
        }
      },
      plan: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["plan"] },
          entries: { lenient: { is: "list", of: PlanEntry, skip: true }, fallback: [], required: true },
          _meta: meta
        }
      },
      available_commands_update: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["available_commands_update"] },
          availableCommands: {
            lenient: { is: "list", of: AvailableCommand, skip: true },
            fallback: [],
            required: true
          },
          _meta: meta
        }
      },
      current_mode_update: {
        is: "object",
        fields: { sessionUpdate: { is: "words", words: ["current_mode_update"] }, currentModeId: "string", _meta: meta }
      },
      config_option_update: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["config_option_update"] },
          configOptions: { lenient: { is: "list", of: SessionConfigOption, skip: true }, fallback: [], required: true },
          _meta: meta
        }
      },
      session_info_update: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["session_info_update"] },
          title: { lenient: { is: "orNull", of: "string" } },
          updatedAt: { lenient: { is: "orNull", of: "string" } },
          _meta: meta
        }
      },
      usage_update: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["usage_update"] },
          used: "uint64",
          size: "uint64",
          cost: { lenient: { is: "orNull", of: Cost } },
          _meta: meta
        }
      },
      notice: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["notice"] },
          severity: NoticeSeverity,
          title: "nonEmpty",
          description: { lenient: { is: "orNull", of: "string" } },
          _meta: meta
        }
      },
      compaction_update: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["compaction_update"] },
          compactionId: "string",
          status: CompactionStatus,
          summary: { lenient: { is: "orNull", of: { is: "list", of: ContentBlock, skip: true } } },
          error: { lenient: { is: "orNull", of: "string" } },
          _meta: meta
        }
      },
      compaction_summary_chunk: {
        is: "object",
        fields: {
          sessionUpdate: { is: "words", words: ["compaction_summary_chunk"] },
          compactionId: "string",
          content: ContentBlock,
          _meta: meta
        }
      }
    }
  },
  alias: { tag: "sessionUpdate", word: "current_mode_update", from: "modeId", to: "currentModeId" }
}

export const FileSystemCapabilities: Shape = {
  is: "object",
  fields: {
    readTextFile: { lenient: "boolean", fallback: false },
    writeTextFile: { lenient: "boolean", fallback: false },
    _meta: meta
  }
}

export const CompactionCapabilities: Shape = { is: "object", fields: {} }

export const BooleanConfigOptionCapabilities: Shape = { is: "object", fields: { _meta: meta } }

export const SessionConfigOptionsCapabilities: Shape = {
  is: "object",
  fields: { boolean: { lenient: { is: "orNull", of: BooleanConfigOptionCapabilities } }, _meta: meta }
}

export const NoticeCapabilities: Shape = { is: "object", fields: {} }

export const ClientSessionCapabilities: Shape = {
  is: "object",
  fields: {
    compaction: { lenient: { is: "orNull", of: CompactionCapabilities } },
    configOptions: { lenient: { is: "orNull", of: SessionConfigOptionsCapabilities } },
    notices: { lenient: { is: "orNull", of: NoticeCapabilities } },
    _meta: meta
  }
}

export const AuthCapabilities: Shape = {
  is: "object",
  fields: { terminal: { lenient: "boolean", fallback: false }, _meta: meta }
}

export const ElicitationFormCapabilities: Shape = { is: "object", fields: { _meta: meta } }

export const ElicitationUrlCapabilities: Shape = { is: "object", fields: { _meta: meta } }

export const ElicitationCapabilities: Shape = {
  is: "object",
  fields: {
    form: { lenient: { is: "orNull", of: ElicitationFormCapabilities } },
    url: { lenient: { is: "orNull", of: ElicitationUrlCapabilities } },
    _meta: meta
  }
}

export const ClientCapabilities: Shape = {
  is: "object",
  fields: {
    fs: { lenient: FileSystemCapabilities, fallback: { readTextFile: false, writeTextFile: false } },
    terminal: { lenient: "boolean", fallback: false },
    session: { lenient: { is: "orNull", of: ClientSessionCapabilities } },
    auth: { lenient: AuthCapabilities, fallback: { terminal: false } },
    elicitation: { lenient: { is: "orNull", of: ElicitationCapabilities } },
    _meta: meta
  }
}

export const Implementation: Shape = {
  is: "object",
  fields: { name: "string", title: { lenient: { is: "orNull", of: "string" } }, version: "string", _meta: meta }
}

export const InitializeRequest: Shape = {
  is: "object",
  fields: {
    protocolVersion: "uint16",
    clientCapabilities: {
      lenient: ClientCapabilities,
      fallback: { fs: { readTextFile: false, writeTextFile: false }, terminal: false, auth: { terminal: false } }
    },
    clientInfo: { lenient: { is: "orNull", of: Implementation } },
    _meta: meta
  }
}

export const PromptCapabilities: Shape = {
  is: "object",
  fields: {
    image: { lenient: "boolean", fallback: false },
    audio: { lenient: "boolean", fallback: false },
    embeddedContext: { lenient: "boolean", fallback: false },
    _meta: meta
  }
}

export const McpCapabilities: Shape = {
  is: "object",
  fields: { http: { lenient: "boolean", fallback: false }, sse: { lenient: "boolean", fallback: false }, _meta: meta }
}

export const SessionListCapabilities: Shape = { is: "object", fields: { _meta: meta } }

export const SessionDeleteCapabilities: Shape = { is: "object", fields: { _meta: meta } }

export const SessionAdditionalDirectoriesCapabilities: Shape = { is: "object", fields: { _meta: meta } }

export const SessionResumeCapabilities: Shape = { is: "object", fields: { _meta: meta } }

export const SessionCloseCapabilities: Shape = { is: "object", fields: { _meta: meta } }

export const SessionCapabilities: Shape = {
  is: "object",
  fields: {
    list: { lenient: { is: "orNull", of: SessionListCapabilities } },
    delete: { lenient: { is: "orNull", of: SessionDeleteCapabilities } },
    additionalDirectories: { lenient: { is: "orNull", of: SessionAdditionalDirectoriesCapabilities } },
    resume: { lenient: { is: "orNull", of: SessionResumeCapabilities } },
    close: { lenient: { is: "orNull", of: SessionCloseCapabilities } },
    _meta: meta
  }
}

export const LogoutCapabilities: Shape = { is: "object", fields: { _meta: meta } }

export const AgentAuthCapabilities: Shape = {
  is: "object",
  fields: { logout: { lenient: { is: "orNull", of: LogoutCapabilities } }, _meta: meta }
}

export const AgentCapabilities: Shape = {
  is: "object",
  fields: {
    loadSession: { lenient: "boolean", fallback: false },
    promptCapabilities: {
      lenient: PromptCapabilities,
      fallback: { image: false, audio: false, embeddedContext: false }
    },
    mcpCapabilities: { lenient: McpCapabilities, fallback: { http: false, sse: false } },
    sessionCapabilities: { lenient: SessionCapabilities, fallback: {} },
    auth: { lenient: AgentAuthCapabilities, fallback: {} },
    _meta: meta
  }
}

export const AuthMethodAgent: Shape = {
  is: "object",
  fields: { id: "string", name: "string", description: { lenient: { is: "orNull", of: "string" } }, _meta: meta }
}

export const AuthMethod: Shape = {
  is: "choice",
  of: [
    {
      is: "object",
      fields: {
        type: { is: "words", words: ["terminal"] },
        id: "string",
        name: "string",
        description: { lenient: { is: "orNull", of: "string" } },
        _meta: meta,
        args: { optional: { is: "nullAs", of: { is: "list", of: "string" }, fallback: [] } },
        env: { optional: { is: "nullAs", of: { is: "object", fields: {}, rest: "string" }, fallback: {} } }
      }
    },
    AuthMethodAgent
  ]
}

export const InitializeResponse: Shape = {
  is: "object",
  fields: {
    protocolVersion: "uint16",
    agentCapabilities: {
      lenient: AgentCapabilities,
      fallback: {
        loadSession: false,
        promptCapabilities: { image: false, audio: false, embeddedContext: false },
        mcpCapabilities: { http: false, sse: false },
        sessionCapabilities: {},
        auth: {}
      }
    },
    authMethods: { lenient: { is: "list", of: AuthMethod, skip: true }, fallback: [] },
    agentInfo: { lenient: { is: "orNull", of: Implementation } },
    _meta: meta
  }
}

export const AuthenticateRequest: Shape = { is: "object", fields: { methodId: "string", _meta: meta } }

export const AuthenticateResponse: Shape = { is: "object", fields: { _meta: meta } }

export const LogoutRequest: Shape = { is: "object", fields: { _meta: meta } }

export const LogoutResponse: Shape = { is: "object", fields: { _meta: meta } }

export const HttpHeader: Shape = { is: "object", fields: { name: "string", value: "string", _meta: meta } }

export const EnvVariable: Shape = { is: "object", fields: { name: "string", value: "string", _meta: meta } }

export const McpServerStdio: Shape = {
  is: "object",
  fields: {
    name: "string",
    command: "string",
    args: { is: "nullAs", of: { is: "list", of: "string" }, fallback: [] },
    env: { is: "nullAs", of: { is: "list", of: EnvVariable }, fallback: [] },
    _meta: meta
  }
}

export const McpServer: Shape = {
  is: "choice",
  of: [
    {
      is: "object",
      fields: {
        type: { is: "words", words: ["http"] },
        name: "string",
        url: "string",
        headers: { is: "nullAs", of: { is: "list", of: HttpHeader }, fallback: [] },
        _meta: meta
      }
    },
    {
      is: "object",
      fields: {
        type: { is: "words", words: ["sse"] },
        name: "string",
        url: "string",
        headers: { is: "nullAs", of: { is: "list", of: HttpHeader }, fallback: [] },
        _meta: meta
      }
    },
    McpServerStdio
  ]
}

export const NewSessionRequest: Shape = {
  is: "object",
  fields: {
    cwd: "string",
    additionalDirectories: { optional: { is: "nullAs", of: { is: "list", of: "string" }, fallback: [] } },
    mcpServers: { is: "nullAs", of: { is: "list", of: McpServer }, fallback: [] },
    _meta: meta
  }
}

export const SessionMode: Shape = {
  is: "object",
  fields: { id: "string", name: "string", description: { lenient: { is: "orNull", of: "string" } }, _meta: meta }
}

export const SessionModeState: Shape = {
  is: "object",
  fields: {
    currentModeId: "string",
    availableModes: { lenient: { is: "list", of: SessionMode, skip: true }, fallback: [], required: true },
    _meta: meta
  }
}

export const NewSessionResponse: Shape = {
  is: "object",
  fields: {
    sessionId: "string",
    modes: { lenient: { is: "orNull", of: SessionModeState } },
    configOptions: { lenient: { is: "orNull", of: { is: "list", of: SessionConfigOption, skip: true } } },
    _meta: meta
  }
}

export const LoadSessionRequest: Shape = {
  is: "object",
  fields: {
    mcpServers: { is: "nullAs", of: { is: "list", of: McpServer }, fallback: [] },
    cwd: "string",
    additionalDirectories: { optional: { is: "nullAs", of: { is: "list", of: "string" }, fallback: [] } },
    sessionId: "string",
    _meta: meta
  }
}

export const LoadSessionResponse: Shape = {
  is: "object",
  fields: {
    modes: { lenient: { is: "orNull", of: SessionModeState } },
    configOptions: { lenient: { is: "orNull", of: { is: "list", of: SessionConfigOption, skip: true } } },
    _meta: meta
  }
}

export const ResumeSessionRequest: Shape = {
  is: "object",
  fields: {
    sessionId: "string",
    cwd: "string",
    additionalDirectories: { optional: { is: "nullAs", of: { is: "list", of: "string" }, fallback: [] } },
    mcpServers: { optional: { is: "nullAs", of: { is: "list", of: McpServer }, fallback: [] } },
    _meta: meta
  }
}

export const ResumeSessionResponse: Shape = {
  is: "object",
  fields: {
    modes: { lenient: { is: "orNull", of: SessionModeState } },
    configOptions: { lenient: { is: "orNull", of: { is: "list", of: SessionConfigOption, skip: true } } },
    _meta: meta
  }
}

export const ListSessionsRequest: Shape = {
  is: "object",
  fields: {
    cwd: { optional: { is: "orNull", of: "string" } },
    cursor: { optional: { is: "orNull", of: "string" } },
    _meta: meta
  }
}

export const SessionInfo: Shape = {
  is: "object",
  fields: {
    sessionId: "string",
    cwd: "string",
    additionalDirectories: { lenient: { is: "list", of: "string", skip: true } },
    title: { lenient: { is: "orNull", of: "string" } },
    updatedAt: { lenient: { is: "orNull", of: "string" } },
    _meta: meta
  }
}

export const ListSessionsResponse: Shape = {
  is: "object",
  fields: {
    sessions: { lenient: { is: "list", of: SessionInfo, skip: true }, fallback: [], required: true },
    nextCursor: { lenient: { is: "orNull", of: "string" } },
    _meta: meta
  }
}

export const DeleteSessionRequest: Shape = { is: "object", fields: { sessionId: "string", _meta: meta } }

export const DeleteSessionResponse: Shape = { is: "object", fields: { _meta: meta } }

export const CloseSessionRequest: Shape = { is: "object", fields: { sessionId: "string", _meta: meta } }

export const CloseSessionResponse: Shape = { is: "object", fields: { _meta: meta } }

export const SetSessionModeRequest: Shape = {
  is: "object",
  fields: { sessionId: "string", modeId: "string", _meta: meta }
}

export const SetSessionModeResponse: Shape = { is: "object", fields: { _meta: meta } }

export const SetSessionConfigOptionRequest: Shape = {
  is: "choice",
  of: [
    {
      is: "object",
      fields: {
        sessionId: "string",
        configId: "string",
        _meta: meta,
        type: { is: "words", words: ["boolean"] },
        value: "boolean"
      }
    },
    { is: "object", fields: { sessionId: "string", configId: "string", _meta: meta, value: "string" } }
  ]
}

export const SetSessionConfigOptionResponse: Shape = {
  is: "object",
  fields: {
    configOptions: { lenient: { is: "list", of: SessionConfigOption, skip: true }, fallback: [], required: true },
    _meta: meta
  }
}

export const PromptRequest: Shape = {
  is: "object",
  fields: { sessionId: "string", prompt: { is: "list", of: ContentBlock }, _meta: meta }
}

export const StopReason: Shape = {
  is: "choice",
  of: [{ is: "words", words: ["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"] }, "string"]
}

export const Usage: Shape = {
  is: "object",
  fields: {
    totalTokens: { lenient: { is: "orNull", of: "uint64" } },
    inputTokens: { lenient: { is: "orNull", of: "uint64" } },
    outputTokens: { lenient: { is: "orNull", of: "uint64" } },
    thoughtTokens: { lenient: { is: "orNull", of: "uint64" } },
    cachedReadTokens: { lenient: { is: "orNull", of: "uint64" } },
    cachedWriteTokens: { lenient: { is: "orNull", of: "uint64" } },
    _meta: meta
  }
}

export const PromptResponse: Shape = {
  is: "object",
  fields: { stopReason: StopReason, usage: { lenient: { is: "orNull", of: Usage } }, _meta: meta }
}

export const CancelNotification: Shape = { is: "object", fields: { sessionId: "string", _meta: meta } }

export const SessionNotification: Shape = {
  is: "object",
  fields: { sessionId: "string", update: SessionUpdate, _meta: meta }
}

export const ToolCallUpdate: Shape = {
  is: "object",
  fields: {
    toolCallId: "string",
    kind: { lenient: { is: "orNull", of: ToolKind } },
    status: { lenient: { is: "orNull", of: ToolCallStatus } },
    title: { lenient: { is: "orNull", of: "string" } },
    name: { lenient: { is: "orNull", of: "string" } },
    content: { lenient: { is: "orNull", of: { is: "list", of: ToolCallContent, skip: true } } },
    locations: { lenient: { is: "orNull", of: { is: "list", of: ToolCallLocation, skip: true } } },
    rawInput: { lenient: "any" },
    rawOutput: { lenient: "any" },
    _meta: meta
  }
}

export const PermissionOptionKind: Shape = {
  is: "words",
  words: ["allow_once", "allow_always", "reject_once", "reject_always"],
  open: true
}

export const PermissionOption: Shape = {
  is: "object",
  fields: { optionId: "string", name: "string", kind: PermissionOptionKind, _meta: meta }
}

export const RequestPermissionRequest: Shape = {
  is: "object",
  fields: { sessionId: "string", toolCall: ToolCallUpdate, options: { is: "list", of: PermissionOption }, _meta: meta }
}

export const RequestPermissionOutcome: Shape = {
  is: "tagged",
  key: "outcome",
  members: {
    cancelled: { is: "object", fields: { outcome: { is: "words", words: ["cancelled"] } } },
    selected: {
      is: "object",
      fields: { outcome: { is: "words", words: ["selected"] }, optionId: "string", _meta: meta }
    }
  }
}

export const RequestPermissionResponse: Shape = {
  is: "object",
  fields: { outcome: RequestPermissionOutcome, _meta: meta }
}

export const ReadTextFileRequest: Shape = {
  is: "object",
  fields: {
    sessionId: "string",
    path: "string",
    line: { optional: { is: "orNull", of: "uint32" } },
    limit: { optional: { is: "orNull", of: "uint32" } },
    _meta: meta
  }
}

export const ReadTextFileResponse: Shape = { is: "object", fields: { content: "string", _meta: meta } }

export const WriteTextFileRequest: Shape = {
  is: "object",
  fields: { sessionId: "string", path: "string", content: "string", _meta: meta }
}

export const WriteTextFileResponse: Shape = { is: "object", fields: { _meta: meta } }

export const CreateTerminalRequest: Shape = {
  is: "object",
  fields: {
    sessionId: "string",
    command: "string",
    args: { optional: { is: "nullAs", of: { is: "list", of: "string" }, fallback: [] } },
    env: { optional: { is: "nullAs", of: { is: "list", of: EnvVariable }, fallback: [] } },
    cwd: { optional: { is: "orNull", of: "string" } },
    outputByteLimit: { optional: { is: "orNull", of: "uint64" } },
    _meta: meta
  }
}

export const CreateTerminalResponse: Shape = { is: "object", fields: { terminalId: "string", _meta: meta } }

export const TerminalOutputRequest: Shape = {
  is: "object",
  fields: { sessionId: "string", terminalId: "string", _meta: meta }
}

export const TerminalExitStatus: Shape = {
  is: "object",
  fields: {
    exitCode: { lenient: { is: "orNull", of: "uint32" } },
    signal: { lenient: { is: "orNull", of: "string" } },
    _meta: meta
  }
}

export const TerminalOutputResponse: Shape = {
  is: "object",
  fields: {
    output: "string",
    truncated: "boolean",
    exitStatus: { lenient: { is: "orNull", of: TerminalExitStatus } },
    _meta: meta
  }
}

export const WaitForTerminalExitRequest: Shape = {
  is: "object",
  fields: { sessionId: "string", terminalId: "string", _meta: meta }
}

export const WaitForTerminalExitResponse: Shape = {
  is: "object",
  fields: {
    exitCode: { lenient: { is: "orNull", of: "uint32" } },
    signal: { lenient: { is: "orNull", of: "string" } },
    _meta: meta
  }
}

export const KillTerminalRequest: Shape = {
  is: "object",
  fields: { sessionId: "string", terminalId: "string", _meta: meta }
}

export const KillTerminalResponse: Shape = { is: "object", fields: { _meta: meta } }

export const ReleaseTerminalRequest: Shape = {
  is: "object",
  fields: { sessionId: "string", terminalId: "string", _meta: meta }
}

export const ReleaseTerminalResponse: Shape = { is: "object", fields: { _meta: meta } }

export const ElicitationSchemaType: Shape = { is: "words", words: ["object"] }

export const StringFormat: Shape = { is: "words", words: ["email", "uri", "date", "date-time"] }

export const EnumOption: Shape = {
  is: "object",
  fields: { const: "string", title: "string", description: { lenient: { is: "orNull", of: "string" } }, _meta: meta }
}

export const TitledMultiSelectItems: Shape = {
  is: "object",
  fields: { anyOf: { is: "list", of: EnumOption }, _meta: meta }
}

export const MultiSelectItems: Shape = {
  is: "choice",
  of: [
    {
      is: "object",
      fields: { type: { is: "words", words: ["string"] }, enum: { is: "list", of: "string" }, _meta: meta }
    },
    { is: "object", fields: { type: { is: "otherWords", words: ["string"] } } },
    TitledMultiSelectItems
  ]
}

export const ElicitationPropertySchema: Shape = {
  is: "choice",
  of: [
    {
      is: "object",
      fields: {
        type: { is: "words", words: ["string"] },
        title: { lenient: { is: "orNull", of: "string" } },
        description: { lenient: { is: "orNull", of: "string" } },
        _meta: meta,
        minLength: { optional: { is: "orNull", of: "uint32" } },
        maxLength: { optional: { is: "orNull", of: "uint32" } },
        pattern: { optional: { is: "orNull", of: "string" } },
        format: { optional: { is: "orNull", of: StringFormat } },
        default: { lenient: { is: "orNull", of: "string" } },
        enum: { optional: { is: "orNull", of: { is: "list", of: "string" } } },
        oneOf: { optional: { is: "orNull", of: { is: "list", of: EnumOption } } }
      }
    },
    {
      is: "object",
      fields: {
        type: { is: "words", words: ["number"] },
        title: { lenient: { is: "orNull", of: "string" } },
        description: { lenient: { is: "orNull", of: "string" } },
        _meta: meta,
        minimum: { optional: { is: "orNull", of: "finite" } },
        maximum: { optional: { is: "orNull", of: "finite" } },
        default: { lenient: { is: "orNull", of: "finite" } }
      }
    },
    {
      is: "object",
      fields: {
        type: { is: "words", words: ["integer"] },
        title: { lenient: { is: "orNull", of: "string" } },
        description: { lenient: { is: "orNull", of: "string" } },
        _meta: meta,
        minimum: { optional: { is: "orNull", of: "int64" } },
        maximum: { optional: { is: "orNull", of: "int64" } },
        default: { lenient: { is: "orNull", of: "int64" } }
      }
    },
    {
      is: "object",
      fields: {
        type: { is: "words", words: ["boolean"] },
        title: { lenient: { is: "orNull", of: "string" } },
        description: { lenient: { is: "orNull", of: "string" } },
        _meta: meta,
        default: { lenient: { is: "orNull", of: "boolean" } }
      }
    },
    {
      is: "object",
      fields: {
        type: { is: "words", words: ["array"] },
        title: { lenient: { is: "orNull", of: "string" } },
        description: { lenient: { is: "orNull", of: "string" } },
        _meta: meta,
        minItems: { optional: { is: "orNull", of: "uint64" } },
        maxItems: { optional: { is: "orNull", of: "uint64" } },
        items: MultiSelectItems,
        default: { lenient: { is: "orNull", of: { is: "list", of: "string", skip: true } } }
      }
    },
    { is: "object", fields: { type: { is: "otherWords", words: ["string", "number", "integer", "boolean", "array"] } } }
  ]
}

export const ElicitationSchema: Shape = {
  is: "object",
  fields: {
    title: { lenient: { is: "orNull", of: "string" } },
    description: { lenient: { is: "orNull", of: "string" } },
    _meta: meta,
    type: { lenient: ElicitationSchemaType, fallback: "object" },
    properties: { optional: { is: "object", fields: {}, rest: ElicitationPropertySchema } },
    required: { optional: { is: "orNull", of: { is: "list", of: "string" } } }
  }
}

export const RequestId: Shape = { is: "choice", of: ["null", "int64", "string"] }

export const CreateElicitationRequest: Shape = {
  is: "choice",
  of: [
    {
      is: "object",
      fields: {
        mode: { is: "words", words: ["form"] },
        message: "string",
        _meta: meta,
        requestedSchema: ElicitationSchema,
        sessionId: "string",
        toolCallId: { lenient: { is: "orNull", of: "string" } }
      }
    },
    {
      is: "object",
      fields: {
        mode: { is: "words", words: ["form"] },
        message: "string",
        _meta: meta,
        requestedSchema: ElicitationSchema,
        requestId: RequestId
      }
    },
    {
      is: "object",
      fields: {
        mode: { is: "words", words: ["url"] },
        message: "string",
        _meta: meta,
        elicitationId: "string",
        url: "uri",
        sessionId: "string",
        toolCallId: { lenient: { is: "orNull", of: "string" } }
      }
    },
    {
      is: "object",
      fields: {
        mode: { is: "words", words: ["url"] },
        message: "string",
        _meta: meta,
        elicitationId: "string",
        url: "uri",
        requestId: RequestId
      }
    },
    {
      is: "object",
      fields: {
        mode: { is: "otherWords", words: ["form", "url"] },
        message: "string",
        _meta: meta,
        sessionId: "string",
        toolCallId: { lenient: { is: "orNull", of: "string" } }
      }
    },
    {
      is: "object",
      fields: {
        mode: { is: "otherWords", words: ["form", "url"] },
        message: "string",
        _meta: meta,
        requestId: RequestId
      }
    }
  ]
}

export const ElicitationContentValue: Shape = {
  is: "choice",
  of: ["string", "int64", "finite", "boolean", { is: "list", of: "string" }]
}

export const CreateElicitationResponse: Shape = {
  is: "choice",
  of: [
    {
      is: "object",
      fields: {
        action: { is: "words", words: ["accept"] },
        content: { optional: { is: "orNull", of: { is: "object", fields: {}, rest: ElicitationContentValue } } },
        _meta: meta
      }
    },
    { is: "object", fields: { action: { is: "words", words: ["decline"] }, _meta: meta } },
    { is: "object", fields: { action: { is: "words", words: ["cancel"] }, _meta: meta } },
    { is: "object", fields: { action: { is: "otherWords", words: ["accept", "decline", "cancel"] }, _meta: meta } }
  ]
}

export const CompleteElicitationNotification: Shape = { is: "object", fields: { elicitationId: "string", _meta: meta } }

export const CancelRequestNotification: Shape = { is: "object", fields: { requestId: RequestId, _meta: meta } }

/** The shapes of what each method is called with and answered with. */
export const methodShapes: Readonly<Record<string, { readonly params: Shape; readonly result?: Shape }>> = {
  initialize: { params: InitializeRequest, result: InitializeResponse },
  authenticate: { params: AuthenticateRequest, result: AuthenticateResponse },
  logout: { params: LogoutRequest, result: LogoutResponse },
  "session/new": { params: NewSessionRequest, result: NewSessionResponse },
  "session/load": { params: LoadSessionRequest, result: LoadSessionResponse },
  "session/resume": { params: ResumeSessionRequest, result: ResumeSessionResponse },
  "session/list": { params: ListSessionsRequest, result: ListSessionsResponse },
  "session/delete": { params: DeleteSessionRequest, result: DeleteSessionResponse },
  "session/close": { params: CloseSessionRequest, result: CloseSessionResponse },
  "session/set_mode": { params: SetSessionModeRequest, result: SetSessionModeResponse },
  "session/set_config_option": { params: SetSessionConfigOptionRequest, result: SetSessionConfigOptionResponse },
  "session/prompt": { params: PromptRequest, result: PromptResponse },
  "session/cancel": { params: CancelNotification },
  "session/update": { params: SessionNotification },
  "session/request_permission": { params: RequestPermissionRequest, result: RequestPermissionResponse },
  "fs/read_text_file": { params: ReadTextFileRequest, result: ReadTextFileResponse },
  "fs/write_text_file": { params: WriteTextFileRequest, result: WriteTextFileResponse },
  "terminal/create": { params: CreateTerminalRequest, result: CreateTerminalResponse },
  "terminal/output": { params: TerminalOutputRequest, result: TerminalOutputResponse },
  "terminal/wait_for_exit": { params: WaitForTerminalExitRequest, result: WaitForTerminalExitResponse },
  "terminal/kill": { params: KillTerminalRequest, result: KillTerminalResponse },
  "terminal/release": { params: ReleaseTerminalRequest, result: ReleaseTerminalResponse },
  "elicitation/create": { params: CreateElicitationRequest, result: CreateElicitationResponse },
  "elicitation/complete": { params: CompleteElicitationNotification },
  "$/cancel_request": { params: CancelRequestNotification }
}
