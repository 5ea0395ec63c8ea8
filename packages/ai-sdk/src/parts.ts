/** The parts of a message out of its chunks, as the AI SDK's reader makes them. */
import type { UiMessageChunk } from "./chunk.ts"

/** A part of a message of the AI SDK: text, reasoning, a tool call, a file, a source or data. */
export interface UiPart {
  readonly type: string
  readonly [field: string]: unknown
}

type Draft = Record<string, unknown> & { type: string }

/** The states that chunks of tools bring about. */
const toolStates: Readonly<Record<string, string>> = {
  "tool-input-start": "input-streaming",
  "tool-input-available": "input-available",
  "tool-output-available": "output-available",
  "tool-output-error": "output-error",
  "tool-output-denied": "output-denied",
  "tool-approval-request": "approval-requested"
}

/** Reads all chunks of one message. */
export const partsOf = (chunks: ReadonlyArray<UiMessageChunk>): ReadonlyArray<UiPart> => {
  const parts: Array<Draft> = []
  const known = new Map<string, Draft>()
  const partOf = (key: string, fresh: Draft): Draft => {
    const before = known.get(key)
    if (before !== undefined) return before
    known.set(key, fresh)
    parts.push(fresh)
    return fresh
  }
  for (const chunk of chunks) {
    const [voice = "", step] = chunk.type.split("-")
    if (voice === "file" || voice === "source") parts.push({ ...chunk })
    else if (voice === "data") readData(chunk, parts, partOf)
    else if (chunk.type === "text-delta" || chunk.type === "reasoning-delta") {
      const part = known.get(chunk.id)
      if (part !== undefined) part.text += chunk.delta
    } else if ((voice === "text" || voice === "reasoning") && "id" in chunk) {
      const part = partOf(String(chunk.id), { type: voice, text: "", state: "streaming" })
      if (step === "end") part.state = "done"
    } else if (chunk.type === "tool-approval-response") {
      const { approvalId: id, approved } = chunk
      const part = parts.find(({ approval }) => (approval as { readonly id?: unknown } | undefined)?.id === id)
      if (part !== undefined) Object.assign(part, { state: "approval-responded", approval: { id, approved } })
    } else if ("toolCallId" in chunk) {
      const { type, ...fields } = chunk
      readTool(partOf(`tool:${chunk.toolCallId}`, { type: "dynamic-tool" }), type, fields)
    }
  }
  return parts as ReadonlyArray<UiPart>
}

const readData = (chunk: UiMessageChunk, parts: Array<Draft>, partOf: (key: string, fresh: Draft) => Draft): void => {
  if (!("data" in chunk) || chunk.transient) return
  if (chunk.id === undefined) parts.push({ ...chunk })
  else partOf(`${chunk.type}:${chunk.id}`, { ...chunk }).data = chunk.data
}

const readTool = (part: Draft, type: string, { dynamic: _, ...fields }: Record<string, unknown>): void => {
  if (type === "tool-approval-request") {
    part.approval = { id: fields.approvalId, descriptor: fields.approvalDescriptor }
  } else {
    if (type.startsWith("tool-input")) {
      part.output = undefined
      part.errorText = undefined
      part.preliminary = undefined
    }
    Object.assign(part, fields)
  }
  part.state = toolStates[type]
}
