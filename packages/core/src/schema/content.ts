/** Content blocks: what prompts, replies and tool results are made of (protocol: Content). */
import * as Schema from "effect/Schema"
import { lenientItems } from "./codec/lenient.ts"
import { openUnion, type Unrecognized } from "./codec/tagged.ts"
import { Int64, Meta, optionalNull } from "./scalar.ts"

/** Who content is meant for, or comes from. */
export const Role = Schema.Literals(["assistant", "user"])
/** Who content is meant for, or comes from. */
export type Role = typeof Role.Type

/** Hints on how to use or show content. */
export class Annotations extends Schema.Opaque<Annotations>()(
  Schema.Struct({
    audience: optionalNull(lenientItems(Role)),
    lastModified: optionalNull(Schema.String),
    priority: optionalNull(Schema.Finite),
    _meta: Meta
  })
) {}

/** Text, plain or Markdown. */
export class TextContent extends Schema.Opaque<TextContent>()(
  Schema.Struct({ annotations: optionalNull(Annotations), text: Schema.String, _meta: Meta })
) {}

/** An image; `data` is base64. */
export class ImageContent extends Schema.Opaque<ImageContent>()(
  Schema.Struct({
    annotations: optionalNull(Annotations),
    data: Schema.String,
    mimeType: Schema.String,
    uri: optionalNull(Schema.String),
    _meta: Meta
  })
) {}

/** Sound; `data` is base64. */
export class AudioContent extends Schema.Opaque<AudioContent>()(
  Schema.Struct({
    annotations: optionalNull(Annotations),
    data: Schema.String,
    mimeType: Schema.String,
    _meta: Meta
  })
) {}

/** A resource that the other side can read by itself; `size` is in bytes. */
export class ResourceLink extends Schema.Opaque<ResourceLink>()(
  Schema.Struct({
    annotations: optionalNull(Annotations),
    description: optionalNull(Schema.String),
    mimeType: optionalNull(Schema.String),
    name: Schema.String,
    size: optionalNull(Int64),
    title: optionalNull(Schema.String),
    uri: Schema.String,
    _meta: Meta
  })
) {}

/** The text of a resource. */
export class TextResourceContents extends Schema.Opaque<TextResourceContents>()(
  Schema.Struct({ mimeType: optionalNull(Schema.String), text: Schema.String, uri: Schema.String, _meta: Meta })
) {}

/** The bytes of a resource; `blob` is base64. */
export class BlobResourceContents extends Schema.Opaque<BlobResourceContents>()(
  Schema.Struct({ blob: Schema.String, mimeType: optionalNull(Schema.String), uri: Schema.String, _meta: Meta })
) {}

/** The contents of a resource; with both text and blob it is a text. */
export const EmbeddedResourceResource = Schema.Union([TextResourceContents, BlobResourceContents])
/** The contents of a resource; with both text and blob it is a text. */
export type EmbeddedResourceResource = typeof EmbeddedResourceResource.Type

/** A resource with its contents. */
export class EmbeddedResource extends Schema.Opaque<EmbeddedResource>()(
  Schema.Struct({ annotations: optionalNull(Annotations), resource: EmbeddedResourceResource, _meta: Meta })
) {}

/** Content of a type that this protocol version does not know. To send it on to a peer, send its `raw`. */
export type UnknownContent = Unrecognized

/** One piece of content, told apart by `type`. */
export const ContentBlock = openUnion({
  text: TextContent,
  image: ImageContent,
  audio: AudioContent,
  resource_link: ResourceLink,
  resource: EmbeddedResource
})
/** One piece of content, told apart by `type`. */
export type ContentBlock = typeof ContentBlock.Type

/** The id that the chunks of one message share. */
export const MessageId = Schema.String
/** The id that the chunks of one message share. */
export type MessageId = string

/** A piece of a message. Chunks are appended; there is no end mark. */
export class ContentChunk extends Schema.Opaque<ContentChunk>()(
  Schema.Struct({ content: ContentBlock, messageId: optionalNull(MessageId), _meta: Meta })
) {}
