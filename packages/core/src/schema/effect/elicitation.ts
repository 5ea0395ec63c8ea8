/** Asking the user for input in the middle of the work (protocol: Elicitation). */

import * as Schema from "effect/Schema"
import { field, named, struct } from "./described.ts"
import { ElicitationSchema } from "./elicitation-form.ts"
import { RequestId } from "./request-id.ts"
import { Int64, Meta, optionalNull, otherThan, UnknownRecord, Uri } from "./scalar.ts"
import { SessionId } from "./session-id.ts"
import { ToolCallId } from "./tool-call.ts"

/** The id of an elicitation that goes on outside the client. */
export const ElicitationId = named(
  "ElicitationId",
  "The id of an elicitation that goes on outside the client.",
  Schema.String
)
/** The id of an elicitation that goes on outside the client. */
export type ElicitationId = string

/** It belongs to a session, and maybe to one of its tool calls. */
export class ElicitationSessionScope extends Schema.Opaque<ElicitationSessionScope>()(
  struct("ElicitationSessionScope", "It belongs to a session, and maybe to one of its tool calls.", {
    sessionId: field("The session it belongs to.", SessionId),
    toolCallId: field("The tool call it belongs to, if any.", optionalNull(ToolCallId))
  })
) {}

/** It belongs to a request that is open, such as `authenticate`. */
export class ElicitationRequestScope extends Schema.Opaque<ElicitationRequestScope>()(
  struct("ElicitationRequestScope", "It belongs to a request that is open, such as `authenticate`.", {
    requestId: field("The id of the open request it belongs to.", RequestId)
  })
) {}

const form = { requestedSchema: field("The form to show.", ElicitationSchema) }
const url = {
  elicitationId: field("The id by which `elicitation/complete` names it.", ElicitationId),
  url: field("The address to open.", Uri)
}

/** The client shows a form. With both scopes the session counts. */
export const ElicitationFormMode = named(
  "ElicitationFormMode",
  "The client shows a form. With both scopes the session counts.",
  Schema.Union([
    Schema.Struct({ ...form, ...ElicitationSessionScope.fields }),
    Schema.Struct({ ...form, ...ElicitationRequestScope.fields })
  ])
)
/** The client shows a form. With both scopes the session counts. */
export type ElicitationFormMode = typeof ElicitationFormMode.Type

/** The client opens an address once the user agreed. With both scopes the session counts. */
export const ElicitationUrlMode = named(
  "ElicitationUrlMode",
  "The client opens an address once the user agreed. With both scopes the session counts.",
  Schema.Union([
    Schema.Struct({ ...url, ...ElicitationSessionScope.fields }),
    Schema.Struct({ ...url, ...ElicitationRequestScope.fields })
  ])
)
/** The client opens an address once the user agreed. With both scopes the session counts. */
export type ElicitationUrlMode = typeof ElicitationUrlMode.Type

const about = { message: field("What to tell the user.", Schema.String), _meta: Meta }
const formMode = { mode: field("The client shows a form.", Schema.Literal("form")), ...about, ...form }
const urlMode = { mode: field("The client opens an address.", Schema.Literal("url")), ...about, ...url }
const otherMode = { mode: field("A mode from a later version.", otherThan("form", "url")), ...about }

/** Params of `elicitation/create`. One with a `mode` from a later version is kept as it is, to be refused. */
export const CreateElicitationRequest = named(
  "CreateElicitationRequest",
  "Params of `elicitation/create`. One with a `mode` from a later version is kept as it is, to be refused.",
  Schema.Union([
    Schema.Struct({ ...formMode, ...ElicitationSessionScope.fields }),
    Schema.Struct({ ...formMode, ...ElicitationRequestScope.fields }),
    Schema.Struct({ ...urlMode, ...ElicitationSessionScope.fields }),
    Schema.Struct({ ...urlMode, ...ElicitationRequestScope.fields }),
    Schema.StructWithRest(Schema.Struct({ ...otherMode, ...ElicitationSessionScope.fields }), [UnknownRecord]),
    Schema.StructWithRest(Schema.Struct({ ...otherMode, ...ElicitationRequestScope.fields }), [UnknownRecord])
  ])
)
/** Params of `elicitation/create`. One with a `mode` from a later version is kept as it is, to be refused. */
export type CreateElicitationRequest = typeof CreateElicitationRequest.Type

/** A value that the user gave. */
export const ElicitationContentValue = named(
  "ElicitationContentValue",
  "A value that the user gave.",
  Schema.Union([Schema.String, Int64, Schema.Finite, Schema.Boolean, Schema.Array(Schema.String)])
)
/** A value that the user gave. */
export type ElicitationContentValue = typeof ElicitationContentValue.Type

/** The user agreed; `content` holds the values of the form. */
export class ElicitationAcceptAction extends Schema.Opaque<ElicitationAcceptAction>()(
  struct("ElicitationAcceptAction", "The user agreed; `content` holds the values of the form.", {
    content: field(
      "The values of the form by field.",
      Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, ElicitationContentValue)))
    )
  })
) {}

/** Result of `elicitation/create`. */
export const CreateElicitationResponse = named(
  "CreateElicitationResponse",
  "Result of `elicitation/create`.",
  Schema.Union([
    Schema.Struct({
      action: field("The user agreed.", Schema.Literal("accept")),
      ...ElicitationAcceptAction.fields,
      _meta: Meta
    }),
    Schema.Struct({ action: field("The user refused.", Schema.Literal("decline")), _meta: Meta }),
    Schema.Struct({ action: field("The user made no choice.", Schema.Literal("cancel")), _meta: Meta }),
    Schema.StructWithRest(
      Schema.Struct({
        action: field("An action from a later version.", otherThan("accept", "decline", "cancel")),
        _meta: Meta
      }),
      [UnknownRecord]
    )
  ])
)
/** Result of `elicitation/create`. */
export type CreateElicitationResponse = typeof CreateElicitationResponse.Type

/** Params of `elicitation/complete`. */
export class CompleteElicitationNotification extends Schema.Opaque<CompleteElicitationNotification>()(
  struct("CompleteElicitationNotification", "Params of `elicitation/complete`.", {
    elicitationId: field("The elicitation that is complete.", ElicitationId),
    _meta: Meta
  })
) {}
