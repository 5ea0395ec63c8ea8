/** Asking the user for input in the middle of the work (protocol: Elicitation). */
import * as Schema from "effect/Schema"
import { ElicitationSchema } from "./elicitation-form.ts"
import { RequestId } from "./request-id.ts"
import { Int64, Meta, optionalNull, otherThan, UnknownRecord, Uri } from "./scalar.ts"
import { SessionId } from "./session-id.ts"
import { ToolCallId } from "./tool-call.ts"

/** The id of an elicitation that goes on outside the client. */
export const ElicitationId = Schema.String
/** The id of an elicitation that goes on outside the client. */
export type ElicitationId = string

/** It belongs to a session, and maybe to one of its tool calls. */
export class ElicitationSessionScope extends Schema.Opaque<ElicitationSessionScope>()(
  Schema.Struct({ sessionId: SessionId, toolCallId: optionalNull(ToolCallId) })
) {}

/** It belongs to a request that is open, such as `authenticate`. */
export class ElicitationRequestScope extends Schema.Opaque<ElicitationRequestScope>()(
  Schema.Struct({ requestId: RequestId })
) {}

const form = { requestedSchema: ElicitationSchema }
const url = { elicitationId: ElicitationId, url: Uri }

/** The client shows a form. With both scopes the session counts. */
export const ElicitationFormMode = Schema.Union([
  Schema.Struct({ ...form, ...ElicitationSessionScope.fields }),
  Schema.Struct({ ...form, ...ElicitationRequestScope.fields })
])
/** The client shows a form. With both scopes the session counts. */
export type ElicitationFormMode = typeof ElicitationFormMode.Type

/** The client opens an address once the user agreed. With both scopes the session counts. */
export const ElicitationUrlMode = Schema.Union([
  Schema.Struct({ ...url, ...ElicitationSessionScope.fields }),
  Schema.Struct({ ...url, ...ElicitationRequestScope.fields })
])
/** The client opens an address once the user agreed. With both scopes the session counts. */
export type ElicitationUrlMode = typeof ElicitationUrlMode.Type

const about = { message: Schema.String, _meta: Meta }
const formMode = { mode: Schema.Literal("form"), ...about, ...form }
const urlMode = { mode: Schema.Literal("url"), ...about, ...url }
const otherMode = { mode: otherThan("form", "url"), ...about }

/** Params of `elicitation/create`. One with a `mode` from a later version is kept as it is, to be refused. */
export const CreateElicitationRequest = Schema.Union([
  Schema.Struct({ ...formMode, ...ElicitationSessionScope.fields }),
  Schema.Struct({ ...formMode, ...ElicitationRequestScope.fields }),
  Schema.Struct({ ...urlMode, ...ElicitationSessionScope.fields }),
  Schema.Struct({ ...urlMode, ...ElicitationRequestScope.fields }),
  Schema.StructWithRest(Schema.Struct({ ...otherMode, ...ElicitationSessionScope.fields }), [UnknownRecord]),
  Schema.StructWithRest(Schema.Struct({ ...otherMode, ...ElicitationRequestScope.fields }), [UnknownRecord])
])
/** Params of `elicitation/create`. One with a `mode` from a later version is kept as it is, to be refused. */
export type CreateElicitationRequest = typeof CreateElicitationRequest.Type

/** A value that the user gave. */
export const ElicitationContentValue = Schema.Union([
  Schema.String,
  Int64,
  Schema.Finite,
  Schema.Boolean,
  Schema.Array(Schema.String)
])
/** A value that the user gave. */
export type ElicitationContentValue = typeof ElicitationContentValue.Type

/** The user agreed; `content` holds the values of the form. */
export class ElicitationAcceptAction extends Schema.Opaque<ElicitationAcceptAction>()(
  Schema.Struct({
    content: Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, ElicitationContentValue)))
  })
) {}

/** Result of `elicitation/create`. */
export const CreateElicitationResponse = Schema.Union([
  Schema.Struct({ action: Schema.Literal("accept"), ...ElicitationAcceptAction.fields, _meta: Meta }),
  Schema.Struct({ action: Schema.Literal("decline"), _meta: Meta }),
  Schema.Struct({ action: Schema.Literal("cancel"), _meta: Meta }),
  Schema.StructWithRest(Schema.Struct({ action: otherThan("accept", "decline", "cancel"), _meta: Meta }), [
    UnknownRecord
  ])
])
/** Result of `elicitation/create`. */
export type CreateElicitationResponse = typeof CreateElicitationResponse.Type

/** Params of `elicitation/complete`. */
export class CompleteElicitationNotification extends Schema.Opaque<CompleteElicitationNotification>()(
  Schema.Struct({ elicitationId: ElicitationId, _meta: Meta })
) {}
