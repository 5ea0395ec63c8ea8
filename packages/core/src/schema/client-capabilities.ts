/** What a client offers to an agent (protocol: Initialization). What is absent is not offered. */
import * as Schema from "effect/Schema"
import { lenientKey } from "./codec/lenient.ts"
import { flag, Meta, optionalNull, UnknownRecord } from "./scalar.ts"

/** The methods `fs/*` that the client answers. */
export class FileSystemCapabilities extends Schema.Opaque<FileSystemCapabilities>()(
  Schema.Struct({ readTextFile: flag, writeTextFile: flag, _meta: Meta })
) {}

/** The client shows `compaction_update` and `compaction_summary_chunk`. */
export const CompactionCapabilities = UnknownRecord
/** The client shows `compaction_update` and `compaction_summary_chunk`. */
export type CompactionCapabilities = typeof CompactionCapabilities.Type

/** The client shows `notice`. */
export const NoticeCapabilities = UnknownRecord
/** The client shows `notice`. */
export type NoticeCapabilities = typeof NoticeCapabilities.Type

/** The client shows options of the type `boolean`. */
export class BooleanConfigOptionCapabilities extends Schema.Opaque<BooleanConfigOptionCapabilities>()(
  Schema.Struct({ _meta: Meta })
) {}

/** The types of options that the client shows, besides `select`. */
export class SessionConfigOptionsCapabilities extends Schema.Opaque<SessionConfigOptionsCapabilities>()(
  Schema.Struct({ boolean: optionalNull(BooleanConfigOptionCapabilities), _meta: Meta })
) {}

/** What the client does with the updates of a session. */
export class ClientSessionCapabilities extends Schema.Opaque<ClientSessionCapabilities>()(
  Schema.Struct({
    compaction: optionalNull(CompactionCapabilities),
    configOptions: optionalNull(SessionConfigOptionsCapabilities),
    notices: optionalNull(NoticeCapabilities),
    _meta: Meta
  })
) {}

/** The ways to authenticate that the client knows, besides `authenticate`. */
export class AuthCapabilities extends Schema.Opaque<AuthCapabilities>()(
  Schema.Struct({ terminal: flag, _meta: Meta })
) {}

/** The client shows forms. */
export class ElicitationFormCapabilities extends Schema.Opaque<ElicitationFormCapabilities>()(
  Schema.Struct({ _meta: Meta })
) {}

/** The client opens addresses. */
export class ElicitationUrlCapabilities extends Schema.Opaque<ElicitationUrlCapabilities>()(
  Schema.Struct({ _meta: Meta })
) {}

/** The modes of `elicitation/create` that the client answers; with neither it answers none. */
export class ElicitationCapabilities extends Schema.Opaque<ElicitationCapabilities>()(
  Schema.Struct({
    form: optionalNull(ElicitationFormCapabilities),
    url: optionalNull(ElicitationUrlCapabilities),
    _meta: Meta
  })
) {}

/** What a client offers. `terminal` stands for all methods `terminal/*`. */
export class ClientCapabilities extends Schema.Opaque<ClientCapabilities>()(
  Schema.Struct({
    fs: lenientKey(FileSystemCapabilities, { readTextFile: false, writeTextFile: false }),
    terminal: flag,
    session: optionalNull(ClientSessionCapabilities),
    auth: lenientKey(AuthCapabilities, { terminal: false }),
    elicitation: optionalNull(ElicitationCapabilities),
    _meta: Meta
  })
) {}
