/** Content blocks: what prompts, replies and tool results are made of (protocol: Content). */

import * as Schema from "effect/Schema"
import { field, named, struct } from "./described.ts"
import { lenientItems } from "./lenient.ts"
import { Int64, Meta, optionalNull } from "./scalar.ts"
import { openUnion, type Unrecognized } from "./tagged.ts"

/** Who content is meant for, or comes from. */
export const Role = named("Role", "Who content is meant for, or comes from.", Schema.Literals(["assistant", "user"]))
/** Who content is meant for, or comes from. */
export type Role = typeof Role.Type

/** Hints on how to use or show content. */
export class Annotations extends Schema.Opaque<Annotations>()(
  struct("Annotations", "Hints on how to use or show content.", {
    audience: field("Who it is meant for.", optionalNull(lenientItems(Role))),
    lastModified: field("When it last changed, as an ISO 8601 time, unchecked.", optionalNull(Schema.String)),
    priority: field("How much it matters, from 0 to 1, unchecked.", optionalNull(Schema.Finite)),
    _meta: Meta
  })
) {}

/** Text, plain or Markdown. */
export class TextContent extends Schema.Opaque<TextContent>()(
  struct("TextContent", "Text, plain or Markdown.", {
    annotations: field("Hints on how to use or show it.", optionalNull(Annotations)),
    text: field("The text.", Schema.String),
    _meta: Meta
  })
) {}

/** An image; `data` is base64. */
export class ImageContent extends Schema.Opaque<ImageContent>()(
  struct("ImageContent", "An image; `data` is base64.", {
    annotations: field("Hints on how to use or show it.", optionalNull(Annotations)),
    data: field("The bytes of the image in base64.", Schema.String),
    mimeType: field("The media type, such as `image/png`.", Schema.String),
    uri: field("Where the image came from, if it has an address.", optionalNull(Schema.String)),
    _meta: Meta
  })
) {}

/** Sound; `data` is base64. */
export class AudioContent extends Schema.Opaque<AudioContent>()(
  struct("AudioContent", "Sound; `data` is base64.", {
    annotations: field("Hints on how to use or show it.", optionalNull(Annotations)),
    data: field("The bytes of the sound in base64.", Schema.String),
    mimeType: field("The media type, such as `audio/wav`.", Schema.String),
    _meta: Meta
  })
) {}

/** A resource that the other side can read by itself; `size` is in bytes. */
export class ResourceLink extends Schema.Opaque<ResourceLink>()(
  struct("ResourceLink", "A resource that the other side can read by itself; `size` is in bytes.", {
    annotations: field("Hints on how to use or show it.", optionalNull(Annotations)),
    description: field("What the resource is about.", optionalNull(Schema.String)),
    mimeType: field("The media type, when it is known.", optionalNull(Schema.String)),
    name: field("The name of the resource.", Schema.String),
    size: field("The size in bytes, when it is known.", optionalNull(Int64)),
    title: field("The name to show.", optionalNull(Schema.String)),
    uri: field("The address of the resource.", Schema.String),
    _meta: Meta
  })
) {}

/** The text of a resource. */
export class TextResourceContents extends Schema.Opaque<TextResourceContents>()(
  struct("TextResourceContents", "The text of a resource.", {
    mimeType: field("The media type, when it is known.", optionalNull(Schema.String)),
    text: field("The whole text.", Schema.String),
    uri: field("The address of the resource.", Schema.String),
    _meta: Meta
  })
) {}

/** The bytes of a resource; `blob` is base64. */
export class BlobResourceContents extends Schema.Opaque<BlobResourceContents>()(
  struct("BlobResourceContents", "The bytes of a resource; `blob` is base64.", {
    blob: field("The bytes in base64.", Schema.String),
    mimeType: field("The media type, when it is known.", optionalNull(Schema.String)),
    uri: field("The address of the resource.", Schema.String),
    _meta: Meta
  })
) {}

/** The contents of a resource; with both text and blob it is a text. */
export const EmbeddedResourceResource = named(
  "EmbeddedResourceResource",
  "The contents of a resource; with both text and blob it is a text.",
  Schema.Union([TextResourceContents, BlobResourceContents])
)
/** The contents of a resource; with both text and blob it is a text. */
export type EmbeddedResourceResource = typeof EmbeddedResourceResource.Type

/** A resource with its contents. */
export class EmbeddedResource extends Schema.Opaque<EmbeddedResource>()(
  struct("EmbeddedResource", "A resource with its contents.", {
    annotations: field("Hints on how to use or show it.", optionalNull(Annotations)),
    resource: field("The resource with its contents.", EmbeddedResourceResource),
    _meta: Meta
  })
) {}

/** Content of a type that this protocol version does not know. To send it on to a peer, send its `raw`. */
export type UnknownContent = Unrecognized

/** One piece of content, told apart by `type`. */
export const ContentBlock = named(
  "ContentBlock",
  "One piece of content, told apart by `type`.",
  openUnion({
    text: TextContent,
    image: ImageContent,
    audio: AudioContent,
    resource_link: ResourceLink,
    resource: EmbeddedResource
  })
)
/** One piece of content, told apart by `type`. */
export type ContentBlock = typeof ContentBlock.Type

/** The id that the chunks of one message share. */
export const MessageId = named("MessageId", "The id that the chunks of one message share.", Schema.String)
/** The id that the chunks of one message share. */
export type MessageId = string

/** A piece of a message. Chunks are appended; there is no end mark. */
export class ContentChunk extends Schema.Opaque<ContentChunk>()(
  struct("ContentChunk", "A piece of a message. Chunks are appended; there is no end mark.", {
    content: field("The piece itself.", ContentBlock),
    messageId: field("The id of the message that it belongs to, if the agent gives ids.", optionalNull(MessageId)),
    _meta: Meta
  })
) {}
