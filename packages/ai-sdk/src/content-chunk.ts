/** Content blocks that are not text, as files and sources. */
import type { OtherContent, UiMessageChunk } from "./chunk.ts"

const dataUrl = (mediaType: string, base64: string): string => `data:${mediaType};base64,${base64}`

/** The last part of a path or address, for a title. */
const lastPart = (uri: string): string => uri.slice(uri.replace(/\/+$/, "").lastIndexOf("/") + 1)

/** One chunk for one block. What the AI SDK has no part for passes whole as `data-acp-content`. */
export const contentChunk = (block: OtherContent): UiMessageChunk => {
  switch (block.type) {
    case "image":
    case "audio":
      return { type: "file", url: dataUrl(block.mimeType, block.data), mediaType: block.mimeType }
    case "resource_link":
      return /^https?:/i.test(block.uri)
        ? { type: "source-url", sourceId: block.uri, url: block.uri, title: block.title ?? block.name }
        : {
            type: "source-document",
            sourceId: block.uri,
            mediaType: block.mimeType ?? "application/octet-stream",
            title: block.title ?? block.name
          }
    case "resource": {
      const { resource } = block
      if ("blob" in resource) {
        const mediaType = resource.mimeType ?? "application/octet-stream"
        return { type: "file", url: dataUrl(mediaType, resource.blob), mediaType }
      }
      const mediaType = resource.mimeType ?? "text/plain"
      return "text" in resource
        ? { type: "source-document", sourceId: resource.uri, mediaType, title: lastPart(resource.uri) }
        : { type: "data-acp-content", data: block }
    }
    default:
      return { type: "data-acp-content", data: block }
  }
}
