/** What a client offers to an agent (protocol: Initialization). What is absent is not offered. */

import * as Schema from "effect/Schema"
import { field, named, struct } from "./described.ts"
import { lenientKey } from "./lenient.ts"
import { flag, Meta, optionalNull, UnknownRecord } from "./scalar.ts"

/** The methods `fs/*` that the client answers. */
export class FileSystemCapabilities extends Schema.Opaque<FileSystemCapabilities>()(
  struct("FileSystemCapabilities", "The methods `fs/*` that the client answers.", {
    readTextFile: field("The client answers `fs/read_text_file`.", flag),
    writeTextFile: field("The client answers `fs/write_text_file`.", flag),
    _meta: Meta
  })
) {}

/** The client shows `compaction_update` and `compaction_summary_chunk`. */
export const CompactionCapabilities = named(
  "CompactionCapabilities",
  "The client shows `compaction_update` and `compaction_summary_chunk`.",
  UnknownRecord
)
/** The client shows `compaction_update` and `compaction_summary_chunk`. */
export type CompactionCapabilities = typeof CompactionCapabilities.Type

/** The client shows `notice`. */
export const NoticeCapabilities = named("NoticeCapabilities", "The client shows `notice`.", UnknownRecord)
/** The client shows `notice`. */
export type NoticeCapabilities = typeof NoticeCapabilities.Type

/** The client shows options of the type `boolean`. */
export class BooleanConfigOptionCapabilities extends Schema.Opaque<BooleanConfigOptionCapabilities>()(
  struct("BooleanConfigOptionCapabilities", "The client shows options of the type `boolean`.", { _meta: Meta })
) {}

/** The types of options that the client shows, besides `select`. */
export class SessionConfigOptionsCapabilities extends Schema.Opaque<SessionConfigOptionsCapabilities>()(
  struct("SessionConfigOptionsCapabilities", "The types of options that the client shows, besides `select`.", {
    boolean: field("Set: options of the type `boolean` are shown.", optionalNull(BooleanConfigOptionCapabilities)),
    _meta: Meta
  })
) {}

/** What the client does with the updates of a session. */
export class ClientSessionCapabilities extends Schema.Opaque<ClientSessionCapabilities>()(
  struct("ClientSessionCapabilities", "What the client does with the updates of a session.", {
    compaction: field("Set: compactions are shown.", optionalNull(CompactionCapabilities)),
    configOptions: field(
      "The types of options that are shown besides `select`.",
      optionalNull(SessionConfigOptionsCapabilities)
    ),
    notices: field("Set: notices are shown.", optionalNull(NoticeCapabilities)),
    _meta: Meta
  })
) {}

/** The ways to authenticate that the client knows, besides `authenticate`. */
export class AuthCapabilities extends Schema.Opaque<AuthCapabilities>()(
  struct("AuthCapabilities", "The ways to authenticate that the client knows, besides `authenticate`.", {
    terminal: field("The client can run a command in a terminal for authentication.", flag),
    _meta: Meta
  })
) {}

/** The client shows forms. */
export class ElicitationFormCapabilities extends Schema.Opaque<ElicitationFormCapabilities>()(
  struct("ElicitationFormCapabilities", "The client shows forms.", { _meta: Meta })
) {}

/** The client opens addresses. */
export class ElicitationUrlCapabilities extends Schema.Opaque<ElicitationUrlCapabilities>()(
  struct("ElicitationUrlCapabilities", "The client opens addresses.", { _meta: Meta })
) {}

/** The modes of `elicitation/create` that the client answers; with neither it answers none. */
export class ElicitationCapabilities extends Schema.Opaque<ElicitationCapabilities>()(
  struct(
    "ElicitationCapabilities",
    "The modes of `elicitation/create` that the client answers; with neither it answers none.",
    {
      form: field("Set: forms are shown.", optionalNull(ElicitationFormCapabilities)),
      url: field("Set: addresses are opened.", optionalNull(ElicitationUrlCapabilities)),
      _meta: Meta
    }
  )
) {}

/** What a client offers. `terminal` stands for all methods `terminal/*`. */
export class ClientCapabilities extends Schema.Opaque<ClientCapabilities>()(
  struct("ClientCapabilities", "What a client offers. `terminal` stands for all methods `terminal/*`.", {
    fs: field(
      "The methods `fs/*` that the client answers.",
      lenientKey(FileSystemCapabilities, { readTextFile: false, writeTextFile: false })
    ),
    terminal: field("The client answers all methods `terminal/*`.", flag),
    session: field("What the client does with updates of a session.", optionalNull(ClientSessionCapabilities)),
    auth: field("The ways to authenticate that the client knows.", lenientKey(AuthCapabilities, { terminal: false })),
    elicitation: field(
      "The modes of `elicitation/create` that the client answers.",
      optionalNull(ElicitationCapabilities)
    ),
    _meta: Meta
  })
) {}
